import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import "./kit/style.css";
import { preferredLanguage, speak } from "./words/words";

await speak(preferredLanguage());

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
