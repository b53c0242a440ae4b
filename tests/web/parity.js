// Prints what every variant computes in the module of a site: node parity.js SITE [LESSON]
"use strict";

const fs = require("fs");
const path = require("path");

globalThis.self = globalThis;
const site = path.resolve(process.argv[2]);
require(path.join(site, "archive.js"));
const createWarpstage = require(path.join(site, "warpstage.js"));

createWarpstage({ locateFile: (name) => path.join(site, name), print: (line) => fs.writeSync(1, `${line}\n`) }).then((module) => {
  const content = fs.readFileSync(path.join(site, "assets.bin"));
  writeFiles(module, "/assets", unpackAssets(content.buffer.slice(content.byteOffset, content.byteOffset + content.length)));
  const loaded = module.ccall("print_parity", "number", ["string", "string"], ["/assets/lessons", process.argv[3] ?? ""]);
  process.exit(loaded ? 0 : 1);
}).catch((reason) => {
  console.error(reason);
  process.exit(1);
});
