// Unpacks ZIP archives: the site's assets, and captures, which are the files of a lesson. A capture may come from anyone: only files
// with names as the program writes them are accepted, and nothing is unpacked beyond a limit. The same rules as
// core/capture_file/archive.cpp.
"use strict";

{
const MAX_BYTES = 128 << 20; // of all files, unpacked
const MAX_NAME = 200;
const PART = /^[\w+-][\w.+-]*$/;

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; ++bit)
    byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
  return byte;
});

function crcOf(bytes) {
  let crc = ~0;
  for (let i = 0; i < bytes.length; ++i)
    crc = CRC[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

// "lesson.toml", "buffers/12.bin": at most one folder, and no part that starts with a dot.
function isPlain(name) {
  const parts = name.split("/");
  return name.length <= MAX_NAME && parts.length <= 2 && parts.every((part) => PART.test(part));
}

const printable = (name) => name.slice(0, 60).replace(/[^ -~]/g, "?") + (name.length > 60 ? "…" : "");

// The entries of the central directory: PKWARE's APPNOTE.TXT, 4.3.12 and 4.3.16.
function* entriesOf(view, bytes) {
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50)
    --end;
  if (end < 0)
    throw new Error("is damaged: the directory of the archive is missing.");
  let at = view.getUint32(end + 16, true);
  for (let i = view.getUint16(end + 10, true); i > 0; --i) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50)
      throw new Error("is damaged: the directory of the archive is incomplete.");
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    yield {
      flags: view.getUint16(at + 8, true), method: view.getUint16(at + 10, true), crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true), size: view.getUint32(at + 24, true), place: view.getUint32(at + 42, true),
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)),
    };
    at += 46 + name + extra + comment;
  }
}

function packedBytes(view, bytes, entry) {
  const damaged = new Error(`is damaged: \`${entry.name}\` cannot be unpacked.`);
  if (entry.place + 30 > bytes.length || view.getUint32(entry.place, true) !== 0x04034b50)
    throw damaged;
  const begin = entry.place + 30 + view.getUint16(entry.place + 26, true) + view.getUint16(entry.place + 28, true);
  if (begin + entry.packed > bytes.length)
    throw damaged;
  return bytes.subarray(begin, begin + entry.packed);
}

// Never more than the stated size.
async function inflate(packed, entry) {
  if (typeof DecompressionStream === "undefined")
    throw new Error("cannot be unpacked by this browser: use a newer one.");
  const content = new Uint8Array(entry.size);
  let at = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => { throw new Error(`is damaged: \`${entry.name}\` cannot be unpacked.`); });
    if (done)
      break;
    if (at + value.length > content.length) {
      reader.cancel().catch(() => {});
      throw new Error(`is damaged: \`${entry.name}\` is longer than stated.`);
    }
    content.set(value, at);
    at += value.length;
  }
  if (at !== content.length)
    throw new Error(`is damaged: \`${entry.name}\` is shorter than stated.`);
  return content;
}

async function contentOf(view, bytes, entry) {
  const packed = packedBytes(view, bytes, entry);
  if (entry.flags & 1 || (entry.method !== 0 && entry.method !== 8))
    throw new Error(`is damaged: \`${entry.name}\` is encrypted or packed with another method than Deflate.`);
  if (entry.method === 0 && entry.packed !== entry.size)
    throw new Error(`is damaged: \`${entry.name}\` has another size than stated.`);
  const content = entry.method === 0 ? packed : await inflate(packed, entry);
  if (crcOf(content) !== entry.crc)
    throw new Error(`is damaged: the checksum of \`${entry.name}\` is wrong.`);
  return content;
}

// Writes files below the folder in the module's file system.
self.writeFiles = (module, folder, files) => {
  for (const [path, content] of files) {
    const full = `${folder}/${path}`;
    module.FS.mkdirTree(full.slice(0, full.lastIndexOf("/")));
    module.FS.writeFile(full, content);
  }
};

self.isArchive = (bytes) => bytes.length > 4 && bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

// The rules of the site's own archive.
self.SITE_ARCHIVE = { maxBytes: 256 << 20, accepts: (name) => !name.split("/").includes("..") };
const CAPTURE = { maxBytes: MAX_BYTES, accepts: isPlain };

// [name, content] of each file. Throws an Error whose message continues a sentence that begins with the name of the archive.
self.unpackArchive = async (bytes, { maxBytes, accepts } = CAPTURE) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map();
  let room = maxBytes;
  for (const entry of entriesOf(view, bytes)) {
    if (entry.name.endsWith("/") && accepts(entry.name.slice(0, -1)))
      continue; // a folder
    if (!accepts(entry.name))
      throw new Error(`is not a capture: it contains the file \`${printable(entry.name)}\`, whose name is not one of a capture.`);
    if (entries.has(entry.name))
      throw new Error(`is damaged: it contains \`${entry.name}\` twice.`);
    room -= entry.size;
    if (room < 0)
      throw new Error(`contains more than ${maxBytes >> 20} MiB.`);
    entries.set(entry.name, entry);
  }
  return Promise.all([...entries].map(async ([name, entry]) => [name, await contentOf(view, bytes, entry)]));
};
}
