import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, loadPage } from "./app";
import "./kit/everywhere";
import { preferred } from "./settings/preferences";
import { speak } from "./words/words";

await Promise.all([speak(preferred().language), loadPage()]);

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
