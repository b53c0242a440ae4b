// The files of the site. They come from its server or, where the page is part of a notebook, from the memory of the document: then
// nothing is fetched, because the security policies of notebooks forbid it. Part of the page and of its workers.
"use strict";

self.siteFiles ??= null; // names and bytes, set before this script; null: the server has them

// A worker with the files, which it has before its first message.
self.startWorker = (name, scripts) => {
  if (siteFiles === null)
    return new Worker(name);
  const texts = ["files.js", ...scripts, name].map((script) => siteFiles.get(script));
  const all = new Blob(["self.importScripts = () => {}; // they follow\n", ...texts.flatMap((text) => [text, "\n"])], { type: "text/javascript" });
  const address = URL.createObjectURL(all);
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  worker.postMessage({ siteFiles });
  return worker;
};
if (typeof document === "undefined") {
  addEventListener("message", ({ data }) => {
    if (data.siteFiles)
      self.siteFiles = data.siteFiles;
  });
}

self.siteFile = async (name) => {
  if (siteFiles !== null)
    return new Response(siteFiles.get(name));
  const response = await fetch(name);
  if (!response.ok)
    throw new Error(`${name}: ${response.status}`);
  return response;
};

// The bytes, at once. Null if there is no such file.
self.siteFileNow = (name) => {
  if (siteFiles !== null)
    return siteFiles.get(name) ?? null;
  const request = new XMLHttpRequest();
  request.open("GET", name, false);
  request.responseType = "arraybuffer";
  request.timeout = 5000; // milliseconds
  try {
    request.send();
  } catch {
    return null;
  }
  return request.status === 200 ? new Uint8Array(request.response) : null;
};

self.siteFont = (name) => siteFiles === null ? `url(${name})` : siteFiles.get(name);
