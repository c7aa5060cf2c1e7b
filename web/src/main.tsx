import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import "./kit/style.css";
import { preferred } from "./settings/preferences";
import { speak } from "./words/words";

await speak(preferred().language);

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
