// Prints what every variant computes in WebAssembly: node parity.js MODULE LESSONS [LESSON], the built parity_module.js and a folder.
"use strict";

const fs = require("fs");
const path = require("path");

function copyFolder(module, from, to) {
  module.FS.mkdirTree(to);
  for (const entry of fs.readdirSync(from)) {
    const [source, target] = [path.join(from, entry), `${to}/${entry}`];
    if (fs.statSync(source).isDirectory())
      copyFolder(module, source, target);
    else
      module.FS.writeFile(target, fs.readFileSync(source));
  }
}

const [built, lessons, lesson] = process.argv.slice(2);
require(path.resolve(built))({ print: (line) => fs.writeSync(1, `${line}\n`) }).then((module) => {
  copyFolder(module, lessons, "/lessons");
  process.exit(module.ccall("print_parity", "number", ["string", "string"], ["/lessons", lesson ?? ""]) ? 0 : 1);
}).catch((reason) => {
  console.error(reason);
  process.exit(1);
});
