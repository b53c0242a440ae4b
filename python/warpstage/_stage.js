// The stage in an output of a notebook: the page of the web edition in a frame. Its files and the capture come from the kernel of the
// notebook in pieces, so that the frame needs no server and a Jupyter server does not drop them for their rate.

const PIECE = 1 << 18; // bytes
const WINDOW = 3500; // milliseconds; a Jupyter server counts the bytes of 3 s
const MAX_BYTES_PER_WINDOW = 2500000; // it accepts 3 MB
const ANSWER = 5000; // milliseconds until a request is repeated
const MAX_ATTEMPTS = 5;

// Of all stages in the document, also if their scripts are other ones: the transfers of the last seconds and the sites by version.
const shared = globalThis[Symbol.for("warpstage")] ??= { transfers: [], sites: new Map() };

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function waitForRoom(bytes) {
  for (;;) {
    const now = performance.now();
    shared.transfers = shared.transfers.filter(({ time }) => now - time < WINDOW);
    if (shared.transfers.reduce((sum, transfer) => sum + transfer.bytes, bytes) <= MAX_BYTES_PER_WINDOW)
      break;
    await pause(100);
  }
  shared.transfers.push({ time: performance.now(), bytes });
}

// The answer of the kernel and its bytes. Throws if there is none: the notebook was opened again, and its kernel has not run the cell.
async function ask(model, request) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; ++attempt) {
    const id = `${Math.random()}`;
    const answer = await new Promise((done) => {
      const end = (value) => {
        model.off("msg:custom", receive);
        done(value);
      };
      const receive = (content, buffers) => {
        const [view] = buffers ?? [];
        if (content.id === id)
          end({ content, bytes: view && new Uint8Array(view.buffer ?? view, view.byteOffset ?? 0, view.byteLength) });
      };
      model.on("msg:custom", receive);
      model.send({ ...request, id });
      setTimeout(end, ANSWER, null);
    });
    if (answer)
      return answer;
  }
  throw new Error("The kernel of the notebook does not answer. Run the cell again.");
}

async function read(model, part, size) {
  const bytes = new Uint8Array(size);
  for (let from = 0; from < size; from += PIECE) {
    const count = Math.min(PIECE, size - from);
    await waitForRoom(count);
    const answer = await ask(model, { part, from, count });
    bytes.set(answer.bytes, from);
  }
  return bytes;
}

async function readSite(model, names) {
  const all = await read(model, "site", names.reduce((sum, [, size]) => sum + size, 0));
  let from = 0;
  return new Map(names.map(([name, size]) => [name, all.slice(from, from += size)]));
}

// A site that could not be read is read again by the next stage.
async function siteOf(model, { version, names }) {
  const reading = shared.sites.get(version) ?? readSite(model, names);
  shared.sites.set(version, reading);
  try {
    return await reading;
  } catch (reason) {
    shared.sites.delete(version);
    throw reason;
  }
}

// The page without what reads files of a server; its scripts start when it has the files.
function openPage(frame, files, name, capture) {
  const textOf = (file) => new TextDecoder().decode(files.get(file));
  const page = new DOMParser().parseFromString(textOf("index.html"), "text/html");
  const scripts = [...page.querySelectorAll("script")].map((script) => script.getAttribute("src"));
  for (const element of page.querySelectorAll("meta[http-equiv], link, script"))
    element.remove();
  page.head.append(Object.assign(page.createElement("style"), { textContent: textOf("page.css") }));
  frame.addEventListener("load", () => {
    const inside = frame.contentWindow;
    inside.siteFiles = files;
    for (const script of scripts)
      inside.document.body.append(Object.assign(inside.document.createElement("script"), { text: textOf(script) }));
    inside.openFile(new File([capture], name));
  }, { once: true });
  frame.srcdoc = page.documentElement.outerHTML;
}

export default {
  render({ model, el }) {
    const state = Object.assign(document.createElement("div"), { textContent: "Loading the stage …" });
    const frame = Object.assign(document.createElement("iframe"), { title: "The stage of warpstage", allow: "fullscreen; clipboard-write" });
    Object.assign(frame.style, { display: "none", width: "100%", height: `${model.get("height")}px`, border: "0" });
    el.append(state, frame);
    const open = async () => {
      const { content } = await ask(model, { part: "list", languages: [...navigator.languages] });
      const files = await siteOf(model, content);
      const capture = await read(model, "capture", content.capture);
      state.remove();
      frame.style.display = "block";
      openPage(frame, files, content.name, capture);
    };
    open().catch((reason) => {
      state.textContent = reason.message;
    });
  },
};
