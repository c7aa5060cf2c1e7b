import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { catalogues } from "../tools/catalogues.ts";
import { slender } from "../tools/slender.ts";

// Built by a test, into a folder of its own: no part of the page that is served.
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react(), catalogues(), slender()],
  build: { target: "es2022", emptyOutDir: true, chunkSizeWarningLimit: 1200 },
});
