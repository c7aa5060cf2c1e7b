import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { catalogues } from "./tools/catalogues.ts";
import { slender } from "./tools/slender.ts";

const WORKERS = ["sw", "turn"];

// The page is served from inside the Python package, at the root of the server, which may itself be below a path of its host:
// what is built names its own parts by where it is itself, and the server puts the path into index.html.
export default defineConfig({
  base: "./",
  plugins: [react(), catalogues(), slender()],
  worker: { format: "es" }, // it imports Python's script from where that lies
  build: {
    rolldownOptions: {
      // Service workers have names that stay, beside the page: that of a page without a server (`nouvelle-france site`), and
      // the one by which a server's page tells of turns.
      input: { index: "index.html", sw: "src/net/inside/offline.ts", turn: "src/net/turn/worker.ts" },
      output: {
        entryFileNames: ({ name }) => (WORKERS.includes(name) ? `${name}.js` : "assets/[name]-[hash].js"),
        // By itself the bundler gives a script to every set of routes that share a module: 80 requests for a table, most of
        // a few hundred bytes. What most routes need is one script; of the rest, small ones join their nearest neighbour.
        codeSplitting: {
          groups: [
            { name: "common", minShareCount: 7, priority: 1 },
            { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1500 },
          ],
        },
      },
    },
    outDir: "../src/nouvelle_france/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content policy allows no data: scripts or styles
    chunkSizeWarningLimit: 1200,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8608", ws: true } } },
});
