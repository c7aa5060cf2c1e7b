import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import "./kit/base.css";
import colours from "./kit/colours.module.css";
import { preferred } from "./settings/preferences";
import { speak } from "./words/words";

document.documentElement.classList.add(colours.everywhere!);
await speak(preferred().language);

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
