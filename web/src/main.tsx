import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import "./kit/style.css";
import "./settings/preferences"; // the language is chosen before the first text is shown

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
