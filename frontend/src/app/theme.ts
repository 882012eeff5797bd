// Mantine in the clothes of tokens.css: its variables point at ours, so both change theme together.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

// The accent of both themes as a ramp; index 8 is the fill in light, index 4 in dark.
const teal: MantineColorsTuple = [
  "#eaf5f5",
  "#d5e9ea",
  "#a9d8db",
  "#7fcfd5",
  "#3fb2bb",
  "#2a9aa4",
  "#12808c",
  "#0d727d",
  "#0a6670",
  "#08535b",
];

export const theme = createTheme({
  fontFamily: "var(--font-ui)",
  fontFamilyMonospace: "var(--font-code)",
  headings: { fontFamily: "var(--font-ui)", fontWeight: "600" },
  fontSizes: { xs: "11px", sm: "12px", md: "13px", lg: "15px", xl: "20px" },
  lineHeights: { xs: "14px", sm: "16px", md: "18px", lg: "22px", xl: "24px" },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  radius: { xs: "2px", sm: "2px", md: "2px", lg: "4px", xl: "4px" },
  defaultRadius: "xs",
  colors: { teal },
  primaryColor: "teal",
  primaryShade: { light: 8, dark: 4 },
  focusRing: "auto",
  respectReducedMotion: true,
  cursorType: "pointer",
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    "--mantine-color-body": "var(--canvas)",
    "--mantine-color-text": "var(--text-1)",
    "--mantine-color-bright": "var(--text-1)",
    "--mantine-color-dimmed": "var(--text-3)",
    "--mantine-color-placeholder": "var(--text-3)",
    "--mantine-color-anchor": "var(--accent)",
    "--mantine-color-error": "var(--error)",
    "--mantine-color-default": "var(--raised)",
    "--mantine-color-default-hover": "var(--sunken)",
    "--mantine-color-default-color": "var(--text-1)",
    "--mantine-color-default-border": "var(--line-2)",
    "--mantine-primary-color-filled": "var(--accent-fill)",
    "--mantine-primary-color-filled-hover": "var(--accent-fill)",
    "--mantine-primary-color-contrast": "var(--on-accent)",
    "--mantine-primary-color-light": "var(--accent-soft)",
    "--mantine-primary-color-light-color": "var(--accent)",
    "--mantine-shadow-md": "var(--float)",
  },
  light: {},
  // Of its dropdowns and their options Mantine asks its own greys.
  dark: {
    "--mantine-color-dark-6": "var(--raised)",
    "--mantine-color-dark-5": "var(--sunken)",
    "--mantine-color-dark-4": "var(--line-2)",
  },
});
