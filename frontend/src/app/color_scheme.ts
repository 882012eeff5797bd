// Light or dark: the system's word unless the person chose; kept in localStorage, applied before the first paint.
import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";

export const SCHEME_KEY = "twinloom.color-scheme";
export type Theme = "light" | "dark";

function isScheme(value: unknown): value is MantineColorScheme {
  return value === "light" || value === "dark" || value === "auto";
}

function chosen(): MantineColorScheme {
  try {
    const value = localStorage.getItem(SCHEME_KEY);
    return isScheme(value) ? value : "auto";
  } catch {
    return "auto"; // storage refused by the browser
  }
}

export function resolveTheme(scheme: MantineColorScheme): Theme {
  if (scheme !== "auto") return scheme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Set the theme that tokens.css and the canvas read. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.dataset.mantineColorScheme = theme;
}

export function applyChosenTheme(): void {
  applyTheme(resolveTheme(chosen()));
}

/** Where Mantine keeps and hears of the choice; another tab's change is followed. */
export function schemeManager(): MantineColorSchemeManager {
  let listen: ((event: StorageEvent) => void) | undefined;
  return {
    get: () => chosen(),
    set: (value) => {
      try {
        localStorage.setItem(SCHEME_KEY, value);
      } catch {
        // the choice then lasts until the page is left
      }
      applyTheme(resolveTheme(value));
    },
    subscribe: (onUpdate) => {
      listen = (event) => {
        if (event.key === SCHEME_KEY && isScheme(event.newValue)) {
          applyTheme(resolveTheme(event.newValue));
          onUpdate(event.newValue);
        }
      };
      addEventListener("storage", listen);
    },
    unsubscribe: () => {
      if (listen) removeEventListener("storage", listen);
    },
    clear: () => localStorage.removeItem(SCHEME_KEY),
  };
}
