// Paints what the machine sends: draw lists (pictures.js) and bodies (bodies.js). Runs in a worker, or on the page's thread where
// a browser cannot paint in workers. The order of words is that of app/web/message.h.
"use strict";

{
const inWorker = typeof document === "undefined";
if (inWorker)
  importScripts("files.js", "pictures.js", "bodies.js");
let reply = (message) => self.postMessage(message);

const PART = { end: 0, frame: 1, layers: 2, layer: 3, scene: 4, marker: 5, images: 6, bodies: 7, noBodies: 8 };
const CURSORS = ["default", "pointer", "none"];

let canvas = null;
let context = null;
let pictures = null; // PicturePainter of the context
let sceneCanvas = null;
let bodies = null; // BodyPainter, created when bodies are first shown
let port = null;
let first = true;
let ready = false; // fonts are loaded
let waiting = null; // messages before that

const state = {
  background: "#0d1117", backgroundLight: [0, 0, 0], dark: true, blank: false,
  layers: [], // { words, numbers, bounds }
  scene: null, marker: null,
  images: [], // { visible, place, bitmap }
};
let damage = []; // places to paint again, which do not overlap: { left, top, right, bottom }

const overlap = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

function damaged(bounds) {
  if (!bounds)
    return;
  let grown = { left: Math.max(0, Math.floor(bounds.left - 3)), top: Math.max(0, Math.floor(bounds.top - 3)),
    right: Math.min(canvas.width, Math.ceil(bounds.right + 3)), bottom: Math.min(canvas.height, Math.ceil(bounds.bottom + 3)) };
  if (grown.left >= grown.right || grown.top >= grown.bottom)
    return;
  for (let i = 0; i < damage.length;) {
    const other = damage[i];
    if (!overlap(other, grown)) {
      ++i;
      continue;
    }
    grown = { left: Math.min(other.left, grown.left), top: Math.min(other.top, grown.top),
      right: Math.max(other.right, grown.right), bottom: Math.max(other.bottom, grown.bottom) };
    damage.splice(i, 1);
    i = 0;
  }
  damage.push(grown);
}

const whole = () => ({ left: 0, top: 0, right: canvas.width, bottom: canvas.height });

const newCanvas = (width, height) => inWorker ? new OffscreenCanvas(width, height) : Object.assign(document.createElement("canvas"), { width, height });
const pngOf = (image) => image.convertToBlob ? image.convertToBlob() : new Promise((done) => image.toBlob(done));

// --- Places ---

function paintImage({ visible, place, bitmap }) {
  if (!bitmap)
    return;
  context.save();
  context.beginPath();
  context.rect(...visible);
  context.clip();
  // Few elements have sharp edges, many are averaged.
  context.imageSmoothingEnabled = place[2] < bitmap.width;
  context.imageSmoothingQuality = "medium";
  context.drawImage(bitmap, ...place);
  context.restore();
}

function paintPlace(place) {
  const rectangle = [place.left, place.top, place.right - place.left, place.bottom - place.top];
  context.save();
  context.beginPath();
  context.rect(...rectangle);
  context.clip();
  if (state.blank) {
    context.fillStyle = "#000";
    context.fillRect(...rectangle);
  } else {
    context.clearRect(...rectangle);
    for (const image of state.images)
      paintImage(image);
    for (const picture of [state.scene, ...state.layers, state.marker])
      if (picture && picture.bounds && overlap(picture.bounds, place))
        pictures.paint(picture);
  }
  context.restore();
}

// A changed canvas is sent to the browser's compositor as a whole, which takes long without a GPU: while bodies move, numbers beside
// them are painted less often.
const PAUSE = 60; // milliseconds
let painted = 0; // time

function paintDamage() {
  const now = performance.now();
  if (damage.length === 0 || (bodiesChanged && now - painted < PAUSE))
    return;
  painted = now;
  for (const place of damage.splice(0))
    paintPlace(place);
  if (pictures.foundMoreLetters && !moreFonts)
    loadMoreFonts();
}

// --- Bodies ---

let shaders = null; // sources by name
let bodiesChanged = false;
let newPositions = false;
let moved = false; // the scene, its bodies or the marker, in the last message
const drawn = { bodies: 0, positions: 0 }; // pictures of bodies, and those of them with new positions
let bodiesFailed = false;

function receiveBodies(frame) {
  if (bodies === null && shaders !== null && !bodiesFailed) {
    try {
      bodies = new BodyPainter(sceneCanvas, shaders);
    } catch (reason) {
      bodiesFailed = true;
      console.info(reason);
    }
  }
  if (bodiesFailed)
    reply({ obstacle: "This browser cannot draw bodies: it has no WebGL 2. The kernels run, and other lessons are complete." });
  if (bodies !== null) {
    bodies.receive(frame);
    bodiesChanged = true;
    newPositions = newPositions || Boolean(frame.columns);
    moved = moved || Boolean(frame.columns);
  }
}

// --- Messages of the machine ---

function readPicture(words, numbers, bytes, at) {
  const size = words[at];
  const [x, y, width, height] = [numbers[at + 1], numbers[at + 2], numbers[at + 3], numbers[at + 4]];
  const begin = at + 5;
  const end = at + 1 + size;
  const picture = {
    words: words.subarray(begin, end), numbers: numbers.subarray(begin, end), bytes: bytes.subarray(4 * begin, 4 * end),
    bounds: end > begin ? { left: x, top: y, right: x + width, bottom: y + height } : null,
  };
  return [picture, end];
}

function replaced(old, picture) {
  damaged(old && old.bounds);
  damaged(picture.bounds);
  return picture;
}

function readImages(words, numbers, bytes, at) {
  const count = words[at++];
  for (const image of state.images)
    damaged({ left: image.visible[0], top: image.visible[1], right: image.visible[0] + image.visible[2], bottom: image.visible[1] + image.visible[3] });
  const images = [];
  for (let i = 0; i < count; ++i) {
    const visible = [...numbers.subarray(at, at + 4)];
    const place = [...numbers.subarray(at + 4, at + 8)];
    const [width, height, content] = [words[at + 8], words[at + 9], words[at + 10]];
    at += 11;
    let bitmap = state.images[i] ? state.images[i].bitmap : null;
    if (content && width > 0 && height > 0) {
      bitmap = newCanvas(width, height);
      bitmap.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(bytes.slice(4 * at, 4 * (at + width * height)).buffer), width, height), 0, 0);
      at += width * height;
    }
    images.push({ visible, place, bitmap });
    damaged({ left: visible[0], top: visible[1], right: visible[0] + visible[2], bottom: visible[1] + visible[3] });
  }
  state.images = images;
  return at;
}

function readBodies(words, numbers, at) {
  const take = (count) => numbers.slice(at, at += count);
  const frame = { visible: take(4), origin: take(2) };
  [frame.scale, frame.speedToRamp, frame.diameter, frame.intensity] = take(4);
  frame.ramp = take(12);
  frame.axes = take(9);
  [frame.nearness] = take(1);
  frame.coloring = words[at];
  frame.threads = words[at + 1];
  frame.bodiesOfBlock = words[at + 2];
  frame.recorded = words[at + 3] | 0;
  frame.every = words[at + 4];
  at += 5;
  frame.palette = take(18);
  frame.clearTrails = words[at] !== 0;
  frame.trail = words[at + 1] !== 0;
  const content = words[at + 2] !== 0;
  frame.count = words[at + 3];
  at += 4;
  if (content) {
    frame.columns = [];
    for (let i = 0; i < 6; ++i)
      frame.columns.push(take(frame.count));
  }
  receiveBodies(frame);
  return at;
}

function readFrame(words, numbers, at) {
  state.background = cssColor(words[at]);
  state.backgroundLight = [words[at] >>> 24, (words[at] >>> 16) & 255, (words[at] >>> 8) & 255].map((channel) => channel / 255);
  state.dark = words[at + 1] !== 0;
  const blank = words[at + 2] !== 0;
  if (blank !== state.blank)
    damaged(whole());
  state.blank = blank;
  reply({ background: state.background });
  reply({ cursor: CURSORS[words[at + 3]] });
  return at + 8;
}

function readMessage(buffer) {
  const words = new Uint32Array(buffer);
  const numbers = new Float32Array(buffer);
  const bytes = new Uint8Array(buffer);
  for (let at = 0; words[at] !== PART.end;) {
    const part = words[at++];
    if (part === PART.frame) {
      at = readFrame(words, numbers, at);
    } else if (part === PART.layers) {
      const count = words[at++];
      for (const old of state.layers.splice(count))
        damaged(old && old.bounds);
    } else if (part === PART.layer) {
      const index = words[at++];
      let picture;
      [picture, at] = readPicture(words, numbers, bytes, at);
      state.layers[index] = replaced(state.layers[index], picture);
    } else if (part === PART.scene || part === PART.marker) {
      let picture;
      [picture, at] = readPicture(words, numbers, bytes, at);
      const name = part === PART.scene ? "scene" : "marker";
      state[name] = replaced(state[name], picture);
      moved = true;
    } else if (part === PART.images) {
      at = readImages(words, numbers, bytes, at);
    } else if (part === PART.bodies) {
      at = readBodies(words, numbers, at);
    } else if (part === PART.noBodies) {
      if (bodies !== null)
        bodies.clear();
      else if (bodiesFailed)
        reply({ obstacle: "" });
    } else {
      throw new Error(`Unknown part ${part} of a message`);
    }
  }
}

// --- Frames ---

const nextFrame = self.requestAnimationFrame ? (call) => self.requestAnimationFrame(call) : (call) => setTimeout(call, 16);

// Frames are asked for again and again, each when the one before is about to be painted: the machine prepares it meanwhile. It is
// told whether the picture moves.
let scheduled = false;
let more = false; // a message came while a frame was scheduled

function schedule() {
  scheduled = true;
  port.postMessage(moved);
  nextFrame(paintFrame);
}

function drawBodies() {
  const before = bodies.place;
  bodies.draw(state.backgroundLight, state.dark);
  if (bodies.place !== before)
    reply({ scenePlace: bodies.place });
}

function paintFrame() {
  paintDamage();
  if (bodiesChanged) {
    bodiesChanged = false;
    drawBodies();
    ++drawn.bodies;
    drawn.positions += newPositions ? 1 : 0;
    newPositions = false;
  }
  if (first) {
    first = false;
    reply({ first: true });
  }
  scheduled = false;
  if (more) {
    more = false;
    schedule();
  }
}

function onMessage(event) {
  if (!ready) {
    waiting.push(event.data);
    return;
  }
  moved = false;
  readMessage(event.data);
  if (scheduled)
    more = true;
  else
    schedule();
}

// Fonts with further letters are fetched when one of these letters is drawn, and the picture is painted again then.
const FONTS = [["Inter", "inter-regular", "400"], ["Inter", "inter-semibold", "600"], ["JetBrains Mono", "jetbrains-mono", "400"]];
let moreFonts = false;

async function loadFonts(ending = ".woff2", range = {}) {
  const fonts = inWorker ? self.fonts : document.fonts;
  await Promise.all(FONTS.map(async ([family, file, weight]) => {
    const face = new FontFace(family, siteFont(`fonts/${file}${ending}`), { weight, ...range });
    fonts.add(await face.load());
  })).catch((reason) => console.error(reason)); // the system's fonts then
}

async function loadMoreFonts() {
  moreFonts = true;
  await loadFonts(".more.woff2", { unicodeRange: MORE_LETTERS_RANGE });
  pictures.shortened.clear();
  damaged(whole());
  if (!scheduled)
    schedule();
}

async function loadShaders() {
  const names = ["particles.vert", "particles.frag", "screen.vert", "reduce.frag", "blur.frag", "resolve.frag"];
  const texts = await Promise.all(names.map((name) => siteFile(`shaders/${name}`).then((response) => response.text())));
  shaders = Object.fromEntries(names.map((name, i) => [name, texts[i]]));
}

async function open(message) {
  canvas = message.stage;
  sceneCanvas = message.scene;
  canvas.width = message.width;
  canvas.height = message.height;
  context = canvas.getContext("2d");
  pictures = new PicturePainter(context);
  port = message.port;
  waiting = [];
  port.onmessage = onMessage;
  await Promise.all([loadFonts(), loadShaders()]);
  ready = true;
  for (const data of waiting.splice(0))
    onMessage({ data });
}

function resize({ width, height }) {
  canvas.width = width;
  canvas.height = height;
  pictures.prepare();
  damaged(whole());
  bodiesChanged = bodies !== null;
}

async function save() {
  const picture = newCanvas(canvas.width, canvas.height);
  const target = picture.getContext("2d");
  target.fillStyle = state.background;
  target.fillRect(0, 0, picture.width, picture.height);
  if (bodies !== null && bodies.frame) {
    drawBodies();
    target.drawImage(sceneCanvas, bodies.place.x, bodies.place.y, bodies.place.width, bodies.place.height);
  }
  target.drawImage(canvas, 0, 0);
  reply({ picture: await pngOf(picture), name: "warpstage" });
}

// A picture alone, two pixels per point.
async function saveFigure(buffer, name) {
  const [picture] = readPicture(new Uint32Array(buffer), new Float32Array(buffer), new Uint8Array(buffer), 0);
  const { right, bottom } = picture.bounds;
  const image = newCanvas(2 * Math.ceil(right), 2 * Math.ceil(bottom));
  const target = image.getContext("2d");
  target.scale(2, 2);
  new PicturePainter(target).paint(picture);
  reply({ picture: await pngOf(image), name });
}

function receive(message) {
  if (message.open)
    open(message.open);
  else if (message.resize)
    resize(message.resize);
  else if (message.save)
    save();
  else if (message.figure)
    saveFigure(message.figure, message.name);
  else if (message.drawn)
    reply({ drawn: { ...drawn, at: performance.now() } });
}

if (inWorker)
  self.onmessage = (event) => receive(event.data);
else
  self.receivePaintMessage = (message, replyTo) => {
    reply = replyTo;
    receive(message);
  };
}
