// Paints what the machine sends: draw lists with Canvas 2D, bodies with WebGL 2. Runs in a worker, or on the page's thread where
// a browser cannot paint in workers. The order of words is that of app/web/message.h.
"use strict";

{
const inWorker = typeof document === "undefined";
let reply = (message) => self.postMessage(message);

const PART = { end: 0, frame: 1, layers: 2, layer: 3, scene: 4, marker: 5, images: 6, bodies: 7, noBodies: 8 };
const CURSORS = ["default", "pointer", "none"];
const FACES = ["400 1px Inter, system-ui, sans-serif", "600 1px Inter, system-ui, sans-serif", '400 1px "JetBrains Mono", monospace'];
const ALIGN = ["left", "center", "right"];

let canvas = null;
let context = null;
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

function color(word) {
  const alpha = word & 255;
  const rgb = `${word >>> 24},${(word >>> 16) & 255},${(word >>> 8) & 255}`;
  return alpha === 255 ? `rgb(${rgb})` : `rgba(${rgb},${alpha / 255})`;
}
const colors = new Map();
function css(word) {
  let text = colors.get(word);
  if (text === undefined)
    colors.set(word, text = color(word));
  return text;
}

const newCanvas = (width, height) => inWorker ? new OffscreenCanvas(width, height) : Object.assign(document.createElement("canvas"), { width, height });
const pngOf = (image) => image.convertToBlob ? image.convertToBlob() : new Promise((done) => image.toBlob(done));

// --- Pictures ---

const decoder = new TextDecoder();
const shortened = new Map(); // texts with a largest width, by font and text

function fit(text, width, font) {
  const key = `${font} ${width} ${text}`;
  let result = shortened.get(key);
  if (result !== undefined)
    return result;
  result = text;
  if (context.measureText(text).width > width) {
    const letters = [...text];
    let low = 0;
    let high = letters.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (context.measureText(letters.slice(0, middle).join("").trimEnd() + "…").width <= width)
        low = middle;
      else
        high = middle - 1;
    }
    result = letters.slice(0, low).join("").trimEnd() + "…";
  }
  if (shortened.size > 5000)
    shortened.clear();
  shortened.set(key, result);
  return result;
}

function pathOf(numbers, at, count) {
  context.beginPath();
  for (let i = 0; i < count; ++i)
    context.lineTo(numbers[at + 2 * i], numbers[at + 2 * i + 1]);
}

function paintPicture({ words, numbers, bytes }) {
  for (let i = 0; i < words.length;) {
    switch (words[i]) {
    case 0: {
      const [x, y, width, height] = [numbers[i + 1], numbers[i + 2], numbers[i + 3], numbers[i + 4]];
      const flags = words[i + 5];
      const radius = Math.min(numbers[i + 9], width / 2, height / 2);
      const line = numbers[i + 8];
      if (flags & 1) {
        context.fillStyle = css(words[i + 6]);
        if (radius > 0.5) {
          context.beginPath();
          context.roundRect(x, y, width, height, radius);
          context.fill();
        } else {
          context.fillRect(x, y, width, height);
        }
      }
      if (flags & 2) { // inside the rectangle
        context.strokeStyle = css(words[i + 7]);
        context.lineWidth = line;
        context.beginPath();
        if (radius > 0.5)
          context.roundRect(x + line / 2, y + line / 2, width - line, height - line, Math.max(0, radius - line / 2));
        else
          context.rect(x + line / 2, y + line / 2, width - line, height - line);
        context.stroke();
      }
      i += 10;
      break;
    }
    case 1:
      context.strokeStyle = css(words[i + 5]);
      context.lineWidth = numbers[i + 6];
      context.beginPath();
      context.moveTo(numbers[i + 1], numbers[i + 2]);
      context.lineTo(numbers[i + 3], numbers[i + 4]);
      context.stroke();
      i += 7;
      break;
    case 2: {
      const count = words[i + 3];
      context.strokeStyle = css(words[i + 1]);
      context.lineWidth = numbers[i + 2];
      pathOf(numbers, i + 4, count);
      context.stroke();
      i += 4 + 2 * count;
      break;
    }
    case 3: {
      const count = words[i + 2];
      context.fillStyle = css(words[i + 1]);
      pathOf(numbers, i + 3, count);
      context.fill();
      i += 3 + 2 * count;
      break;
    }
    case 4:
      context.fillStyle = css(words[i + 4]);
      context.beginPath();
      context.arc(numbers[i + 1], numbers[i + 2], numbers[i + 3], 0, 2 * Math.PI);
      context.fill();
      i += 5;
      break;
    case 5: {
      const length = words[i + 8];
      const end = i + 9 + ((length + 3) >> 2);
      let text = decoder.decode(bytes.subarray(4 * (i + 9), 4 * (i + 9) + length));
      const font = FACES[words[i + 3]].replace("1px", `${numbers[i + 4]}px`);
      if (context.font !== font)
        context.font = font;
      context.fillStyle = css(words[i + 5]);
      context.textAlign = ALIGN[words[i + 6]];
      if (numbers[i + 7] > 0)
        text = fit(text, numbers[i + 7], font);
      context.fillText(text, numbers[i + 1], numbers[i + 2]);
      i = end;
      break;
    }
    default:
      return;
    }
  }
}

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
        paintPicture(picture);
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
}

// --- Bodies: the shaders of the installed program ---

class BodyPainter {
  constructor(target, sources) {
    const gl = target.getContext("webgl2", { alpha: true, antialias: false, depth: false, premultipliedAlpha: true });
    if (!gl)
      throw new Error("no WebGL 2");
    this.gl = gl;
    // A browser without a GPU: a quarter of the pixels, and shorter trails.
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    const software = info !== null && /swiftshader|llvmpipe|software|basic render/i.test(gl.getParameter(info.UNMASKED_RENDERER_WEBGL));
    this.shrink = software ? 2 : 1;
    this.places = software ? 6 : 24;
    this.fit();
    this.float = gl.getExtension("EXT_color_buffer_float") || gl.getExtension("EXT_color_buffer_half_float");
    gl.getExtension("EXT_float_blend");
    this.sprites = this.program(sources["particles.vert"], sources["particles.frag"]);
    this.reduce = this.program(sources["screen.vert"], sources["reduce.frag"]);
    this.blur = this.program(sources["screen.vert"], sources["blur.frag"]);
    this.resolve = this.program(sources["screen.vert"], sources["resolve.frag"]);
    this.nothing = gl.createVertexArray();
    this.columns = this.set();
    this.trails = [];
    this.count = 0;
  }

  // GLSL 4.50 as GLSL ES 3.00: no locations of uniforms and varyings, no bindings.
  static translated(source, fragment) {
    return source.replace("#version 450 core", `#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;`)
      .replace(/layout\((location|binding) = \d+\) uniform/g, "uniform")
      .replace(fragment ? /layout\(location = \d+\) (flat in|in)/g : /layout\(location = \d+\) (flat out|out)/g, "$1")
      .replace(/gl_VertexIndex/g, "gl_VertexID");
  }

  program(vertex, fragment) {
    const gl = this.gl;
    const program = gl.createProgram();
    for (const [kind, source, isFragment] of [[gl.VERTEX_SHADER, vertex, false], [gl.FRAGMENT_SHADER, fragment, true]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, BodyPainter.translated(source, isFragment));
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
        throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS))
      throw new Error(gl.getProgramInfoLog(program));
    const places = {};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); ++i) {
      const name = gl.getActiveUniform(program, i).name.replace("[0]", "");
      places[name] = gl.getUniformLocation(program, name);
    }
    return { program, places };
  }

  set() {
    const gl = this.gl;
    const made = { array: gl.createVertexArray(), buffers: [], count: 0 };
    gl.bindVertexArray(made.array);
    for (let i = 0; i < 6; ++i) {
      made.buffers.push(gl.createBuffer());
      gl.bindBuffer(gl.ARRAY_BUFFER, made.buffers[i]);
      gl.enableVertexAttribArray(i);
      gl.vertexAttribPointer(i, 1, gl.FLOAT, false, 0, 0);
    }
    return made;
  }

  fill(set, columns) {
    const gl = this.gl;
    for (let i = 0; i < 6; ++i) {
      gl.bindBuffer(gl.ARRAY_BUFFER, set.buffers[i]);
      gl.bufferData(gl.ARRAY_BUFFER, columns[i], gl.DYNAMIC_DRAW);
    }
    set.count = columns[0].length;
  }

  // The canvas is scaled up by the page.
  fit() {
    this.gl.canvas.width = Math.ceil(canvas.width / this.shrink);
    this.gl.canvas.height = Math.ceil(canvas.height / this.shrink);
  }

  target(width, height) {
    const gl = this.gl;
    const made = { width, height, texture: gl.createTexture(), framebuffer: gl.createFramebuffer() };
    gl.bindTexture(gl.TEXTURE_2D, made.texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, this.float ? gl.RGBA16F : gl.RGBA8, width, height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.bindFramebuffer(gl.FRAMEBUFFER, made.framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, made.texture, 0);
    return made;
  }

  prepareTargets() {
    const { width, height } = this.gl.canvas;
    if (this.light && this.light.width === width && this.light.height === height)
      return;
    for (const old of [this.light, this.across, this.glow])
      if (old) {
        this.gl.deleteTexture(old.texture);
        this.gl.deleteFramebuffer(old.framebuffer);
      }
    const [w, h] = [Math.max(1, width >> 2), Math.max(1, height >> 2)];
    this.light = this.target(width, height);
    this.across = this.target(w, h);
    this.glow = this.target(w, h);
  }

  receive(frame) {
    this.frame = frame;
    if (frame.clearTrails)
      this.trails = [];
    if (frame.columns)
      this.fill(this.columns, frame.columns);
    if (frame.trail && frame.columns) {
      const room = Math.min(this.places, Math.floor(1500000 / Math.max(1, frame.count)));
      const set = this.trails.length >= room && this.trails.length > 0 ? this.trails.pop() : this.set();
      this.fill(set, frame.columns);
      this.trails.unshift(set); // the latest first
    }
  }

  bind(target, program) {
    const gl = this.gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, target ? target.framebuffer : null);
    gl.viewport(0, 0, target ? target.width : gl.canvas.width, target ? target.height : gl.canvas.height);
    gl.useProgram(program.program);
    return program.places;
  }

  pass(target, program, source, prepare) {
    const gl = this.gl;
    const places = this.bind(target, program);
    gl.bindTexture(gl.TEXTURE_2D, source.texture);
    if (prepare)
      prepare(places);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  draw() {
    const gl = this.gl;
    const f = this.frame;
    if (!f)
      return;
    this.prepareTargets();
    const { width, height } = canvas;
    const scissor = () => {
      gl.enable(gl.SCISSOR_TEST);
      const [x, y, w, h] = [f.visible[0], height - f.visible[1] - f.visible[3], f.visible[2], f.visible[3]].map((n) => n / this.shrink);
      gl.scissor(Math.floor(x), Math.floor(y), Math.ceil(w), Math.ceil(h));
    };
    const u = this.bind(this.light, this.sprites);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    scissor();
    gl.uniform2f(u.world_to_clip, 2 * f.scale / width, 2 * f.scale / height);
    gl.uniform2f(u.origin, 2 * f.origin[0] / width - 1, 1 - 2 * f.origin[1] / height);
    gl.uniform1f(u.speed_to_ramp, f.speedToRamp);
    gl.uniform3fv(u.ramp, f.ramp);
    gl.uniform3fv(u.axes, f.axes);
    gl.uniform1f(u.nearness, f.nearness);
    gl.uniform1i(u.coloring, f.coloring);
    gl.uniform1i(u.threads, f.threads);
    gl.uniform1i(u.bodies_of_block, f.bodiesOfBlock);
    gl.uniform1i(u.recorded, f.recorded);
    gl.uniform1i(u.every, f.every);
    gl.uniform3fv(u.palette, f.palette);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    for (let age = 1; age < this.trails.length; ++age) {
      const left = 1 - age / this.trails.length;
      gl.uniform1f(u.diameter, Math.max(2, 0.36 * f.diameter / this.shrink));
      gl.uniform1f(u.intensity, 0.22 * f.intensity * left);
      gl.bindVertexArray(this.trails[age].array);
      gl.drawArrays(gl.POINTS, 0, this.trails[age].count);
    }
    gl.uniform1f(u.diameter, f.diameter / this.shrink);
    gl.uniform1f(u.intensity, f.intensity);
    gl.bindVertexArray(this.columns.array);
    gl.drawArrays(gl.POINTS, 0, this.columns.count);
    gl.disable(gl.BLEND);
    gl.disable(gl.SCISSOR_TEST);
    gl.bindVertexArray(this.nothing);
    gl.activeTexture(gl.TEXTURE0);
    this.pass(this.glow, this.reduce, this.light);
    this.pass(this.across, this.blur, this.glow, (b) => gl.uniform2f(b.pixel, 1 / this.glow.width, 0));
    this.pass(this.glow, this.blur, this.across, (b) => gl.uniform2f(b.pixel, 0, 1 / this.glow.height));
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.clearColor(...state.backgroundLight, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    scissor();
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.glow.texture);
    gl.activeTexture(gl.TEXTURE0);
    this.pass(null, this.resolve, this.light, (r) => {
      gl.uniform1i(r.light, 0);
      gl.uniform1i(r.glow, 1);
      gl.uniform3fv(r.background, state.backgroundLight);
      gl.uniform1i(r.ink, state.dark ? 0 : 1);
      gl.uniform1f(r.glow_part, 0.9);
    });
    gl.disable(gl.SCISSOR_TEST);
  }

  clear() {
    this.frame = null;
    this.trails = [];
    const gl = this.gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }
}

let shaders = null; // sources by name
let bodiesChanged = false;
let bodiesFailed = false;

function receiveBodies(frame) {
  if (bodies === null && shaders !== null && !bodiesFailed) {
    try {
      bodies = new BodyPainter(sceneCanvas, shaders);
    } catch (reason) {
      bodiesFailed = true;
      console.error(reason);
    }
  }
  if (bodies !== null) {
    bodies.receive(frame);
    bodiesChanged = true;
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
  state.background = css(words[at]);
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
    } else if (part === PART.images) {
      at = readImages(words, numbers, bytes, at);
    } else if (part === PART.bodies) {
      at = readBodies(words, numbers, at);
    } else if (part === PART.noBodies) {
      if (bodies !== null)
        bodies.clear();
    } else {
      throw new Error(`Unknown part ${part} of a message`);
    }
  }
}

// --- Frames ---

const nextFrame = self.requestAnimationFrame ? (call) => self.requestAnimationFrame(call) : (call) => setTimeout(call, 16);

// Frames are asked for again and again, each when the one before is about to be painted: the machine prepares it meanwhile.
let scheduled = false;
let more = false; // a message came while a frame was scheduled

function schedule() {
  scheduled = true;
  port.postMessage(0);
  nextFrame(paintFrame);
}

function paintFrame() {
  paintDamage();
  if (bodiesChanged) {
    bodiesChanged = false;
    bodies.draw();
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
  readMessage(event.data);
  if (scheduled)
    more = true;
  else
    schedule();
}

async function loadFonts() {
  const fonts = inWorker ? self.fonts : document.fonts;
  const faces = [["Inter", "inter-regular", "400"], ["Inter", "inter-semibold", "600"], ["JetBrains Mono", "jetbrains-mono", "400"]];
  await Promise.all(faces.map(async ([family, file, weight]) => {
    const face = new FontFace(family, `url(fonts/${file}.woff2)`, { weight });
    fonts.add(await face.load());
  })).catch((reason) => console.error(reason)); // the system's fonts then
}

async function loadShaders() {
  const names = ["particles.vert", "particles.frag", "screen.vert", "reduce.frag", "blur.frag", "resolve.frag"];
  const texts = await Promise.all(names.map((name) => fetch(`shaders/${name}`).then((response) => response.text())));
  shaders = Object.fromEntries(names.map((name, i) => [name, texts[i]]));
}

function prepare() {
  context.textBaseline = "alphabetic";
  context.lineJoin = "round";
  context.lineCap = "butt";
  context.fontKerning = "none";
}

async function open(message) {
  canvas = message.stage;
  sceneCanvas = message.scene;
  canvas.width = sceneCanvas.width = message.width;
  canvas.height = sceneCanvas.height = message.height;
  context = canvas.getContext("2d");
  prepare();
  port = message.port;
  waiting = [];
  port.onmessage = onMessage;
  await Promise.all([loadFonts(), loadShaders()]);
  ready = true;
  for (const data of waiting.splice(0))
    onMessage({ data });
}

function resize({ width, height }) {
  canvas.width = sceneCanvas.width = width;
  canvas.height = sceneCanvas.height = height;
  if (bodies !== null)
    bodies.fit();
  prepare();
  damaged(whole());
  bodiesChanged = bodies !== null;
}

async function save() {
  const picture = newCanvas(canvas.width, canvas.height);
  const target = picture.getContext("2d");
  target.fillStyle = state.background;
  target.fillRect(0, 0, picture.width, picture.height);
  if (bodies !== null && bodies.frame) {
    bodies.draw();
    target.drawImage(sceneCanvas, 0, 0, picture.width, picture.height);
  }
  target.drawImage(canvas, 0, 0);
  reply({ picture: await pngOf(picture), name: "warpstage" });
}

// A picture alone, two pixels per point.
async function saveFigure(buffer, name) {
  const [picture] = readPicture(new Uint32Array(buffer), new Float32Array(buffer), new Uint8Array(buffer), 0);
  const { right, bottom } = picture.bounds;
  const image = newCanvas(2 * Math.ceil(right), 2 * Math.ceil(bottom));
  const onStage = context;
  context = image.getContext("2d");
  context.scale(2, 2);
  prepare();
  paintPicture(picture);
  context = onStage;
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
}

if (inWorker)
  self.onmessage = (event) => receive(event.data);
else
  self.receivePaintMessage = (message, replyTo) => {
    reply = replyTo;
    receive(message);
  };
}
