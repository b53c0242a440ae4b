// Many pages that follow a presenter, without browsers: each runs app/web/page/follow.js with stand-ins for what it needs of a page.
//   node followers.js NUMBER ADDRESS      prints a line of JSON for each state that a page receives, until it is killed
"use strict";

const fs = require("fs");
const path = require("path");
const vm = require("vm");

const program = new vm.Script(fs.readFileSync(path.join(__dirname, "../../app/web/page/follow.js"), "utf8"));

function startPage(page, address) {
  const elements = new Map();
  const listeners = [];
  const element = () => ({ textContent: "", addEventListener() {} });
  const sandbox = {
    fetch, URL, TextDecoder, AbortController, AbortSignal, Blob, DecompressionStream, setTimeout, clearTimeout, Error, RangeError,
    location: new URL(address), followed: address, stageCanvas: { focus() {} },
    document: { getElementById: (id) => elements.get(id) || elements.set(id, element()).get(id) },
    addEventListener: (name, listener) => listeners.push(listener),
    machine: {
      postMessage: (message) => {
        if (message.published !== undefined) {
          console.log(JSON.stringify({ page, at: Date.now(), published: message.published }));
          listeners.forEach((listener) => listener({ detail: { follows: true, refusal: "" } }));
        }
      },
    },
  };
  sandbox.self = sandbox;
  program.runInNewContext(sandbox);
}

const [number, address] = process.argv.slice(2);
for (let page = 0; page < Number(number); ++page)
  setTimeout(() => startPage(page, address), Math.random() * 800);
