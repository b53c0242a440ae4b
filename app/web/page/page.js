// The page: two canvases, the worker with the virtual machine and the stage's logic, the worker that paints, and the user's input.
// Nothing is computed or painted here, so that the page never blocks.
"use strict";

const stageCanvas = document.getElementById("stage");
const sceneCanvas = document.getElementById("scene");
const messageLine = document.getElementById("message");
const followBar = document.getElementById("follow");
const followed = new URLSearchParams(location.search).get("follow"); // null: no presenter
followBar.hidden = followed === null;
document.body.classList.toggle("follows", followed !== null);

function show(sentence) {
  messageLine.textContent = sentence;
}

const machine = startWorker("worker.js", ["warpstage.js", "archive.js", "lzma.js"]);
const link = new MessageChannel(); // from the machine to the painter and back

function pixels() {
  const ratio = window.devicePixelRatio || 1;
  return { width: Math.max(1, Math.round(innerWidth * ratio)), height: Math.max(1, Math.round((innerHeight - followBar.offsetHeight) * ratio)), ratio };
}

function onPainter(event) {
  const message = event.data;
  if (message.background) {
    document.documentElement.style.background = message.background;
    document.body.style.background = message.background;
  } else if (message.cursor) {
    stageCanvas.style.cursor = message.cursor;
  } else if (message.scenePlace) {
    const { ratio } = pixels();
    for (const [side, at] of [["left", "x"], ["top", "y"], ["width", "width"], ["height", "height"]])
      sceneCanvas.style[side] = `${message.scenePlace[at] / ratio}px`;
  } else if (message.first) {
    show("");
    performance.mark("first-picture");
    noteInput();
  } else if (message.obstacle !== undefined) {
    messageLine.classList.toggle("obstacle", message.obstacle !== "");
    show(message.obstacle);
  } else if (message.drawn) {
    countings.splice(0).forEach((answer) => answer(message.drawn));
  } else if (message.picture) {
    download(message.picture, `${message.name}.png`);
  }
}

function download(blob, name) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(blob);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10000);
}

function saveFigure({ name, svg, picture }) {
  download(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`);
  painter.postMessage({ figure: picture, name });
}

// In a worker where the browser can paint there; otherwise on this thread, with the same program.
let painter = null;
if (stageCanvas.transferControlToOffscreen) {
  painter = startWorker("painter.js", ["pictures.js", "bodies.js"]);
  painter.onmessage = onPainter;
  painter.onerror = () => show("The painter could not be started. Reload the page.");
  const stage = stageCanvas.transferControlToOffscreen();
  const scene = sceneCanvas.transferControlToOffscreen();
  painter.postMessage({ open: { stage, scene, port: link.port2, ...pixels() } }, [stage, scene, link.port2]);
} else {
  const parts = ["pictures.js", "bodies.js", "painter.js"].map((name) => Object.assign(document.createElement("script"), { src: name, async: false }));
  parts.at(-1).onload = () => {
    painter = { postMessage: (message) => self.receivePaintMessage(message, (data) => onPainter({ data })) };
    painter.postMessage({ open: { stage: stageCanvas, scene: sceneCanvas, port: link.port2, ...pixels() } });
  };
  document.head.append(...parts);
}

// What is shown, and how many pictures of bodies were drawn, for tests and for the console of the browser's developer tools.
const asked = [];
self.warpstageState = () => new Promise((answer) => {
  asked.push(answer);
  machine.postMessage({ state: true });
});

function answerState(state) {
  asked.splice(0).forEach((answer) => answer(state));
}

// The address has what is shown, so that Back, reload and bookmarks lead there, and a line for screen readers says it. Asked some time
// after the last input or text of the presenter, because a link is made of the whole session, and again later: a lesson takes its time.
const SETTLED = 800; // milliseconds
const LATER = 4; // times, each after twice as long
let settling = 0;
let shownLesson = "";
function noteInput() {
  clearTimeout(settling);
  settling = setTimeout(noteState, SETTLED, SETTLED);
}

async function noteState(waited) {
  if (waited < SETTLED << LATER)
    settling = setTimeout(noteState, 2 * waited, 2 * waited);
  const state = await self.warpstageState();
  if (!state.link)
    return;
  const spoken = document.getElementById("shown");
  document.documentElement.lang = state.language;
  if (spoken.textContent !== state.spoken)
    spoken.textContent = state.spoken;
  const address = `${location.search}#${state.link}`;
  if (followed === null && siteFiles === null && location.hash.slice(1) !== state.link) {
    if (shownLesson !== "" && shownLesson !== state.lesson)
      history.pushState(null, "", address);
    else
      history.replaceState(null, "", address);
  }
  shownLesson = state.lesson;
}
for (const input of ["keyup", "pointerup", "hashchange", "follow"])
  addEventListener(input, noteInput);

const countings = [];
self.warpstageDrawn = () => new Promise((answer) => {
  countings.push(answer);
  painter.postMessage({ drawn: true });
});

// A function for each task of app/web/page_task.h.
const TASKS = {
  fullScreen: toggleFullScreen,
  savePicture: () => painter.postMessage({ save: true }),
  copyLink: ({ link }) => copyLink(link),
  chooseFile: () => fileButton.click(),
  saveFigure,
};

machine.onmessage = (event) => {
  const message = event.data;
  if (message.error !== undefined)
    show(message.error);
  else if (message.state)
    answerState(message.state);
  else if ("follows" in message)
    dispatchEvent(new CustomEvent("follow", { detail: message }));
  else if ("typing" in message)
    dispatchEvent(new CustomEvent("typing", { detail: message.typing }));
  else if (message.task)
    TASKS[message.task.name]({ ...message.task.texts, picture: message.picture });
};
machine.onerror = () => show("The virtual machine could not be started. Use a browser with WebAssembly SIMD and exceptions, or reload the page.");

const touchScreen = matchMedia("(pointer: coarse)").matches;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
machine.postMessage({ open: { link: location.hash.slice(1), port: link.port1, touch: touchScreen, reducedMotion, ...pixels() } }, [link.port1]);
addEventListener("hashchange", () => machine.postMessage({ go: location.hash.slice(1) }));

// The address line always has the link; the clipboard only in a secure context.
function copyLink(text) {
  if (siteFiles !== null)
    return; // a notebook has no address to which a link leads
  history.replaceState(null, "", `${location.search}#${text}`);
  if (navigator.clipboard)
    navigator.clipboard.writeText(`${location.origin}${location.pathname}#${text}`).catch(() => {});
}

// --- Input ---

const NAMED = new Map([["ArrowLeft", "Left"], ["ArrowRight", "Right"], ["ArrowUp", "Up"], ["ArrowDown", "Down"], [" ", "Space"],
  ...["Escape", "Home", "End", "PageUp", "PageDown", "Enter", "Backspace", "Delete"].map((name) => [name, name]),
  ...Array.from({ length: 12 }, (_, i) => [`F${i + 1}`, `F${i + 1}`])]);
const WITH_CONTROL = new Set(["k", "o", "z", "home", "+", "-", "0", "="]);

addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement)
    return; // typing.js, and buttons have their own keys
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (event.altKey || event.isComposing || (control && !WITH_CONTROL.has(key)) || event.key === "F5")
    return;
  const character = [...event.key].length === 1 ? event.key : "";
  const name = NAMED.get(event.key) || (character && character.charCodeAt(0) < 127 ? key : "");
  if (!name && !character)
    return;
  event.preventDefault();
  machine.postMessage({ key: { name, character: control ? "" : character, shift: event.shiftKey, control } });
});

// Fullscreen needs the user's gesture, which lasts for some seconds.
function toggleFullScreen() {
  if (document.fullscreenElement)
    document.exitFullscreen();
  else if (document.documentElement.requestFullscreen)
    document.documentElement.requestFullscreen().catch(() => {});
}
document.addEventListener("fullscreenchange", () => machine.postMessage({ fullScreen: Boolean(document.fullscreenElement) }));

function point(event) {
  const { ratio } = pixels();
  return { x: event.clientX * ratio, y: event.clientY * ratio };
}

// Fingers: a tap is a click, a quick horizontal swipe steps through the cues, other drags move the camera or scroll, a finger that
// rests opens the menu of the panel, two fingers zoom.
const REST = 600; // milliseconds
const fingers = new Map();
let touch = null; // { start, time, dragging, resting }
let spread = 0; // of two fingers

function endTouch() {
  if (touch)
    clearTimeout(touch.resting);
  touch = null;
}

function press(down, at, other = false) {
  machine.postMessage({ press: { down, other, ...at } });
}

function fingerDown(event) {
  fingers.set(event.pointerId, point(event));
  if (fingers.size === 1) {
    const start = point(event);
    touch = { start, time: event.timeStamp, dragging: false, resting: setTimeout(() => {
      touch = null;
      press(true, start, true);
      press(false, start, true);
    }, REST) };
  } else if (fingers.size === 2) {
    const [a, b] = fingers.values();
    spread = Math.hypot(a.x - b.x, a.y - b.y);
    if (touch && touch.dragging)
      press(false, a);
    endTouch();
  }
}

function fingerMove(event) {
  if (!fingers.has(event.pointerId))
    return;
  const at = point(event);
  fingers.set(event.pointerId, at);
  if (fingers.size === 2) {
    const [a, b] = fingers.values();
    const now = Math.hypot(a.x - b.x, a.y - b.y);
    if (Math.abs(now - spread) > 0.08 * spread) {
      machine.postMessage({ wheel: { steps: now > spread ? 1 : -1, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } });
      spread = now;
    }
  } else if (touch) {
    const dx = Math.abs(at.x - touch.start.x);
    const dy = Math.abs(at.y - touch.start.y);
    const moved = Math.hypot(dx, dy) > 10 * pixels().ratio;
    if (moved)
      clearTimeout(touch.resting);
    if (!touch.dragging && moved && (dy > dx || event.timeStamp - touch.time > 250)) {
      touch.dragging = true;
      press(true, touch.start);
    }
    if (touch.dragging)
      machine.postMessage({ move: at });
  }
}

function fingerUp(event) {
  if (!fingers.delete(event.pointerId) || !touch)
    return;
  const at = point(event);
  const dx = at.x - touch.start.x;
  const dy = at.y - touch.start.y;
  const far = 50 * pixels().ratio;
  if (touch.dragging) {
    press(false, at);
  } else if (Math.abs(dx) > far && Math.abs(dx) > 2 * Math.abs(dy)) {
    machine.postMessage({ key: { name: dx < 0 ? "Right" : "Left", character: "", shift: false, control: false } });
  } else if (Math.hypot(dx, dy) < far) {
    press(true, at);
    press(false, at);
  }
  endTouch();
}

stageCanvas.addEventListener("pointerdown", (event) => {
  stageCanvas.setPointerCapture(event.pointerId);
  if (event.pointerType === "touch")
    return fingerDown(event);
  machine.postMessage({ press: { down: true, other: event.button === 2, ...point(event) } });
});
stageCanvas.addEventListener("pointerup", (event) => {
  if (event.pointerType === "touch")
    return fingerUp(event);
  machine.postMessage({ press: { down: false, other: event.button === 2, ...point(event) } });
});
stageCanvas.addEventListener("pointercancel", (event) => {
  fingers.delete(event.pointerId);
  endTouch();
});
stageCanvas.addEventListener("pointermove", (event) => {
  if (event.pointerType === "touch")
    return fingerMove(event);
  machine.postMessage({ move: point(event) });
});
stageCanvas.addEventListener("contextmenu", (event) => event.preventDefault());
stageCanvas.addEventListener("wheel", (event) => {
  if (siteFiles !== null && !document.hasFocus())
    return; // scrolls the notebook
  event.preventDefault();
  const lines = event.deltaMode === 1 ? event.deltaY : event.deltaY / 40;
  machine.postMessage({ wheel: { steps: -lines / 3, ...point(event) } });
}, { passive: false });

// A recorded session or a capture, dropped onto the page.
const MAX_FILE_BYTES = 64 << 20; // bytes
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  openFile(event.dataTransfer.files[0]);
});
const fileButton = document.getElementById("file");
fileButton.addEventListener("change", () => {
  openFile(fileButton.files[0]);
  fileButton.value = "";
  stageCanvas.focus();
});
// A tap at the upper edge shows the button on a touch screen, Shift+Tab with a keyboard.
stageCanvas.addEventListener("pointerdown", (event) => {
  document.getElementById("tools").classList.toggle("shown", event.pointerType === "touch" && event.clientY < 24);
}, true);

async function openFile(file) {
  if (!file)
    return;
  if (file.size > MAX_FILE_BYTES) {
    show(`${file.name} is too large: the page opens files of up to ${MAX_FILE_BYTES >> 20} MiB.`);
    return;
  }
  try {
    const content = await file.arrayBuffer();
    machine.postMessage({ file: content, name: file.name }, [content]);
  } catch {
    show(`${file.name} cannot be read.`);
  }
}

// The bar of a follower is as high as its text.
new ResizeObserver(() => {
  document.body.style.setProperty("--bar", `${followBar.offsetHeight}px`);
  dispatchEvent(new Event("resize"));
}).observe(followBar);

let resizing = 0;
addEventListener("resize", () => {
  cancelAnimationFrame(resizing);
  resizing = requestAnimationFrame(() => {
    painter?.postMessage({ resize: pixels() });
    machine.postMessage({ resize: pixels() });
  });
});

if (siteFiles === null && "serviceWorker" in navigator && isSecureContext)
  addEventListener("load", () => navigator.serviceWorker.register("service-worker.js").catch(() => {}));
