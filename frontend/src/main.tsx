// The first line that runs: theme before paint, styles, then the pages.
import "@mantine/core/styles.layer.css";
import "./styles/fonts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/regions.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { applyChosenTheme } from "./app/color_scheme";

applyChosenTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyChosenTheme);

const root = document.getElementById("root");
if (!root) throw new Error("the page has no element with the id root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
