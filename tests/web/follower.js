// A page that follows a presenter, without a browser: app/web/page/follow.js and app/web/page/worker.js, with the virtual machine.
//   node follower.js SITE ADDRESS      prints a line of JSON for each state that is shown, until it is killed
// As in a browser, page and worker have a thread each. The painter asks for PICTURES frames per second and paints nothing.
"use strict";

const fs = require("fs");
const path = require("path");
const vm = require("vm");
const { Duplex } = require("stream");
const threads = require("worker_threads");
const zlib = require("zlib");

const [site, address] = process.argv.slice(2);
const PICTURES = 30;
const page = path.join(__dirname, "../../app/web/page");
const text = (file) => fs.readFileSync(file, "utf8");

// Node 18 of Debian 12 unpacks "gzip", but not "deflate-raw".
globalThis.DecompressionStream = class {
  constructor(format) {
    return Duplex.toWeb(format === "deflate-raw" ? zlib.createInflateRaw() : zlib.createGunzip());
  }
};

function machine() {
  const network = globalThis.fetch;
  globalThis.fetch = (name, options) => String(name).startsWith("http") ? network(name, options)
    : Promise.resolve(new Response(fs.readFileSync(path.join(site, name))));
  globalThis.self = globalThis;
  globalThis.require = require;
  globalThis.__dirname = path.resolve(site);
  globalThis.importScripts = (...names) => {
    for (const name of names)
      vm.runInThisContext(text(path.join(site, name)), { filename: name });
  };
  globalThis.onmessage = null; // set by the worker
  globalThis.postMessage = (message) => {
    if (message.error || "follows" in message || message.state)
      threads.parentPort.postMessage(message);
  };
  vm.runInThisContext(text(path.join(page, "worker.js")), { filename: "worker.js" });
  const receive = (message) => globalThis.onmessage({ data: message });
  const port = {
    postMessage: () => setTimeout(() => {
      port.onmessage();
      receive({ state: true });
    }, 1000 / PICTURES),
  };
  threads.parentPort.on("message", receive);
  receive({ open: { link: "", port, width: 1280, height: 720, ratio: 1 } });
}

function follow() {
  const listeners = [];
  let shown = "";
  const worker = new threads.Worker(__filename, { argv: [site, address] });
  worker.on("message", (message) => {
    if (message.error)
      console.log(JSON.stringify({ at: Date.now(), error: message.error }));
    else if ("follows" in message)
      listeners.forEach((listener) => listener({ detail: message }));
    else if (message.state.link !== shown) {
      shown = message.state.link;
      console.log(JSON.stringify({ at: Date.now(), ...message.state }));
    }
  });
  const elements = new Map();
  const element = () => ({ textContent: "", addEventListener() {} });
  const sandbox = {
    fetch, URL, TextDecoder, AbortController, AbortSignal, Blob, DecompressionStream, setTimeout, clearTimeout, Error, RangeError,
    location: new URL(address), followed: address, stageCanvas: { focus() {} },
    document: { getElementById: (id) => elements.get(id) || elements.set(id, element()).get(id) },
    addEventListener: (name, listener) => listeners.push(listener),
    machine: worker,
  };
  sandbox.self = sandbox;
  setTimeout(() => vm.runInNewContext(text(path.join(page, "follow.js")), sandbox), Math.random() * 800);
}

if (threads.isMainThread)
  follow();
else
  machine();
