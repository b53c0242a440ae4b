// The virtual machine, the session and the stage's logic. A frame begins when the painter asks for it; between frames the machine
// computes in slices, so that input never waits for a time step.
"use strict";

importScripts("files.js", "warpstage.js", "archive.js", "lzma.js");

const SLICE = 6; // milliseconds
const SESSION = "/assets/session.warpstage"; // recorded session or capture of the site, if it has one
const MAX_UNPACKED = 256 << 20; // bytes of all captures that were opened
const MAX_LINK = 1001; // characters: a longer link is refused
let module = null;
let painter = null; // port
let countAt = 0; // address of a word
let open = false;
let follows = false;
let typing = ""; // the text field of the stage
const MAX_TYPED = 200; // characters
const early = []; // messages before the stage is open
const CALM_AFTER = 3000; // milliseconds without input, without a message of the presenter and without motion
const CALM_FRAME = 100; // milliseconds from frame to frame then: counters and times still change, and a phone's battery lasts
let active = 0; // when there was one of them
let nextFrame = 0; // timer

// Large files are packed in the site, because many servers compress nothing. The module is compiled while it arrives.
const sitePacked = async (name) => new Response((await siteFile(name)).body.pipeThrough(lzmaStream()), { headers: { "Content-Type": "application/wasm" } });

function instantiateWasm(imports, receive) {
  WebAssembly.instantiateStreaming(sitePacked("warpstage_module.bin"), imports).then((made) => receive(made.instance, made.module)).catch(notStarted);
  return {}; // the exports come later
}

const notStarted = (reason) => postMessage({ error: `The virtual machine could not be started: ${reason.message}` });

// The bytes of a message catalog, read when its language is chosen. Null if there is none.
const readCatalog = (name) => siteFileNow(`languages/${name}`);

async function openStage({ link, port, width, height, ratio, touch, reducedMotion }) {
  painter = port;
  const assets = sitePacked("assets.bin").then(async (response) => unpackArchive(new Uint8Array(await response.arrayBuffer()), SITE_ARCHIVE));
  module = await createWarpstage({
    instantiateWasm, readCatalog, onAbort: (reason) => postMessage({ error: `The virtual machine has stopped: ${reason} Reload the page.` }),
  });
  writeFiles(module, "/assets", await assets);
  countAt = module._malloc(4);
  const refusal = module.ccall("stage_open", "string", ["string", "string", "number", "number", "number", "number", "number"],
    ["/assets", link.slice(0, MAX_LINK), width, height, ratio, touch ? 1 : 0, reducedMotion ? 1 : 0]);
  if (refusal) {
    postMessage({ error: refusal });
    return;
  }
  open = true;
  if (module.FS.analyzePath(SESSION).exists)
    showFile(module.FS.readFile(SESSION), "session.warpstage");
  painter.onmessage = ({ data: moving }) => {
    const now = performance.now();
    if (moving)
      active = now;
    if (now - active < CALM_AFTER)
      drawFrame();
    else
      nextFrame = setTimeout(drawFrame, CALM_FRAME);
  };
  for (const message of early.splice(0))
    receive(message);
  drawFrame();
  compute();
}

// Input and what a presenter shows are drawn with the next frame.
function wake() {
  active = performance.now();
  if (nextFrame !== 0) {
    clearTimeout(nextFrame);
    drawFrame();
  }
}

function drawFrame() {
  nextFrame = 0;
  const at = module._stage_draw(countAt);
  const words = module.HEAPU32.slice(at / 4, at / 4 + module.HEAPU32[countAt / 4]);
  painter.postMessage(words.buffer, [words.buffer]);
  const task = module.ccall("stage_task", "string", [], []);
  if (task)
    postTask(JSON.parse(task));
  const nowTyping = module.ccall("stage_typing", "string", [], []);
  if (nowTyping !== typing) {
    typing = nowTyping;
    postMessage({ typing: typing ? JSON.parse(typing) : null });
  }
  const nowFollows = module._stage_follows() !== 0;
  if (nowFollows !== follows) {
    follows = nowFollows;
    postMessage({ follows });
  }
  if (!computing)
    compute();
}

// A session, or a capture: its lesson reads its files until the page is left.
let captures = 0;
let unpacked = 0; // bytes
async function showFile(bytes, name) {
  const plain = name.replace(/[^\w.-]/g, "_").replace(/^\.+/, "").slice(-100);
  if (!isArchive(bytes)) {
    const path = "/" + plain;
    module.FS.writeFile(path, bytes);
    const refusal = module.ccall("stage_show_file", "string", ["string"], [path]);
    module.FS.unlink(path);
    postMessage({ error: refusal.replaceAll(path, plain) });
    return;
  }
  try {
    const files = await unpackArchive(bytes);
    unpacked += files.reduce((sum, [, content]) => sum + content.length, 0);
    if (unpacked > MAX_UNPACKED)
      throw new Error("does not fit into the page beside the captures that were opened before: reload the page.");
    const folder = `/captures/${++captures}/${plain}`;
    writeFiles(module, folder, files);
    const refusal = module.ccall("stage_show_capture", "string", ["string", "string"], [folder, plain]);
    postMessage({ error: refusal.replaceAll(`/captures/${captures}/`, "") });
  } catch (reason) {
    postMessage({ error: `${plain} ${reason.message}` });
  }
}

// The page has a function for each task.
function postTask(task) {
  const at = module._stage_task_picture(countAt);
  const words = module.HEAPU32.slice(at / 4, at / 4 + module.HEAPU32[countAt / 4]);
  postMessage({ task, picture: words.buffer }, [words.buffer]);
}

// Slices alternate with the messages of the page and the painter.
const turn = new MessageChannel();
let computing = false;
function compute() {
  computing = module._stage_compute(SLICE) !== 0;
  if (computing)
    turn.port2.postMessage(0);
}
turn.port1.onmessage = compute;

function receive(message) {
  if (!message.state)
    wake();
  if (message.key) {
    const { name, character, shift, control } = message.key;
    if (character)
      module._stage_type(character.codePointAt(0));
    if (name)
      module.ccall("stage_key", null, ["string", "number", "number"], [name, shift ? 1 : 0, control ? 1 : 0]);
  } else if (message.typed !== undefined) {
    module.ccall("stage_replace_text", null, ["string"], [message.typed.slice(0, MAX_TYPED)]);
  } else if (message.move) {
    module._stage_move(message.move.x, message.move.y);
  } else if (message.press) {
    module._stage_press(message.press.down ? 1 : 0, message.press.other ? 1 : 0, message.press.x, message.press.y);
  } else if (message.wheel) {
    module._stage_wheel(message.wheel.steps, message.wheel.x, message.wheel.y);
  } else if (message.resize) {
    module._stage_resize(message.resize.width, message.resize.height, message.resize.ratio);
  } else if (message.go !== undefined) {
    const refusal = module.ccall("stage_go", "string", ["string"], [message.go.slice(0, MAX_LINK)]);
    postMessage({ error: refusal });
  } else if (message.file) {
    showFile(new Uint8Array(message.file), message.name);
  } else if (message.published !== undefined) {
    const refusal = module.ccall("stage_follow", "string", ["string"], [message.published]);
    follows = module._stage_follows() !== 0;
    postMessage({ follows, refusal, wantedKernels: module.ccall("stage_wanted_kernels", "string", [], []) });
  } else if (message.kernels) {
    const at = module._malloc(message.kernels.byteLength);
    module.HEAPU8.set(new Uint8Array(message.kernels), at);
    const refusal = module.ccall("stage_receive_kernels", "string", ["number", "number"], [at, message.kernels.byteLength]);
    module._free(at);
    postMessage({ follows, kernelsRefusal: refusal, stillWanted: module.ccall("stage_wanted_kernels", "string", [], []) });
  } else if (message.explore !== undefined) {
    module._stage_explore(message.explore ? 1 : 0);
  } else if (message.state) {
    postMessage({ state: JSON.parse(module.ccall("stage_state", "string", [], [])) });
  } else if ("fullScreen" in message) {
    module._stage_full_screen(message.fullScreen ? 1 : 0);
  }
}

onmessage = (event) => {
  if (event.data.open)
    openStage(event.data.open).catch(notStarted);
  else if (open)
    receive(event.data);
  else
    early.push(event.data);
};
