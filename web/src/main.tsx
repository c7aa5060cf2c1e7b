import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, loadPage } from "./app";
import "./kit/everywhere";
import { SERVERLESS } from "./protocol/root";
import { preferred } from "./settings/preferences";
import { speak } from "./words/words";

if (SERVERLESS) void import("./net/inside/keeping").then(({ awaitInstall }) => awaitInstall());
await Promise.all([speak(preferred().language), loadPage()]);

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
