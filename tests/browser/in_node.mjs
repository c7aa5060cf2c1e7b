// Python for browsers, in node: lets a script play games by its `play_all`, and writes a line for each.
// node in_node.mjs PYTHON_FOLDER PACKAGE_ZIP SCRIPT FIRST LAST

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, zip, script, first, last] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
python.unpackArchive(new Uint8Array(readFileSync(zip)), "zip", { extractDir: "/lib/house" });
python.FS.writeFile("/lib/house/script.py", readFileSync(script, "utf-8"));
python.runPython('import sys; sys.path.insert(0, "/lib/house"); from nouvelle_france.browser.stand_ins import stand_in; stand_in()');
python.globals.set("tell", (line) => console.log(line));
try {
  await python.runPythonAsync(`
from script import play_all
await play_all(range(${Number(first)}, ${Number(last)}), tell)
`);
} catch (error) {
  console.error(error.message); // all of it: where it fails, node would print the whole of Python's script as well
  process.exit(1);
}
process.exit(0);
