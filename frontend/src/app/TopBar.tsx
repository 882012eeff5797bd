// The top bar: where am I, where else can I go, and the page's own actions at the right.
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { Icon } from "../parts/Icon";

interface Props {
  /** Of the browser's tab. */
  title: string;
  crumb: ReactNode;
  actions?: ReactNode;
}

function ThemeToggle() {
  const theme = useComputedColorScheme("light");
  const { setColorScheme } = useMantineColorScheme();
  const other = theme === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      className="btn bare square"
      aria-label={`Use the ${other} theme`}
      title={`Use the ${other} theme`}
      onClick={() => setColorScheme(other)}
    >
      <Icon name={theme === "dark" ? "sun" : "moon"} />
    </button>
  );
}

export function TopBar({ title, crumb, actions }: Props) {
  useDocumentTitle(title === "Twinloom" ? title : `${title} · Twinloom`);
  return (
    <header className="top">
      <NavLink to="/" className="mark" aria-label="Twinloom, home" end>
        <Icon name="mark" />
      </NavLink>
      <div className="crumb">{crumb}</div>
      <nav className="modes" aria-label="Pages">
        <NavLink to="/" end>
          Home
        </NavLink>
        <NavLink to="/runs" end>
          Runs
        </NavLink>
        <NavLink to="/compare">Compare</NavLink>
        <NavLink to="/catalogue">Catalogue</NavLink>
        <a href="/api/v1/schema" title="The OpenAPI schema of everything this page does">
          API
        </a>
      </nav>
      <div className="grow" />
      {actions}
      <ThemeToggle />
    </header>
  );
}
