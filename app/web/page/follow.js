// Follows a presenter: ?follow=ADDRESS names a file of this server that `warpstage --publish` writes. The state is polled and handed to
// the machine as text, which checks it; only texts come back. A class server sends it as an event, and is then polled seldom. What is
// shown stays when the server or the file does not answer.
"use strict";

const POLL = 800; // milliseconds
const POLL_WITH_EVENTS = 10000; // milliseconds
const LONGEST = 5000; // milliseconds for an answer
const QUIET = 3; // minutes without a change that the page mentions
const MAX_CHARACTERS = 1001; // a state is shorter
const MAX_KERNEL_BYTES = 4 << 20; // bytes of a file with edited kernels, decompressed

function startFollowing(address) {
  const stateLine = document.getElementById("follow-state");
  const button = document.getElementById("follow-switch");
  let etag = null;
  let follows = false; // as the machine said last
  let left = false;
  let trouble = ""; // of the last attempt
  let refusal = ""; // of the last text
  let wantedKernels = ""; // name of the file with the presenter's edited kernels; empty: none is needed
  let fetchedKernels = ""; // the one that is on its way
  let kernelsTrouble = "";
  let events = null; // of a class server
  let next = 0; // timer
  let polling = false;
  let changed = Date.now(); // when the presenter's state did
  const traffic = { polls: 0, texts: 0, bytes: 0 };
  self.warpstageTraffic = () => ({ ...traffic, trouble: trouble || refusal || kernelsTrouble, follows });

  function show() {
    const minutes = Math.floor((Date.now() - changed) / 60000);
    const quiet = minutes < QUIET ? "" : ` The last change was ${minutes} minutes ago.`;
    const state = follows ? `Following the presenter.${quiet}` : left ? "Exploring on your own." : "Waiting for the presenter …";
    const problem = trouble || refusal;
    const text = problem ? `${problem} What is shown stays, and the page tries again.`
      : kernelsTrouble ? `${kernelsTrouble} This page runs the kernels of the lesson.` : state;
    if (stateLine.textContent !== text)
      stateLine.textContent = text;
    button.textContent = left ? "Return to the presenter" : "Explore on my own";
  }

  let last = ""; // text
  function receive(text) {
    if (text !== last)
      changed = Date.now();
    last = text;
    ++traffic.texts;
    machine.postMessage({ published: text });
  }

  // At most that many characters; what is longer is no state.
  async function textOf(response) {
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done)
        return text;
      traffic.bytes += value.length;
      text += decoder.decode(value, { stream: true });
      if (text.length > MAX_CHARACTERS) {
        reader.cancel();
        return text.slice(0, MAX_CHARACTERS);
      }
    }
  }

  // All bytes, or an error if there are more than a page accepts.
  async function bytesOf(stream) {
    const reader = stream.getReader();
    const parts = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done)
        return new Blob(parts).arrayBuffer();
      size += value.length;
      if (size > MAX_KERNEL_BYTES) {
        reader.cancel();
        throw new RangeError("too large");
      }
      parts.push(value);
    }
  }

  // The machine checks size, fingerprint and content. The name has the fingerprint, so a cache may answer. What ends after the presenter
  // has gone on is ignored.
  async function fetchKernels(signal) {
    const name = wantedKernels;
    if (name === fetchedKernels)
      return;
    fetchedKernels = name;
    try {
      const response = await fetch(new URL(name, address), { cache: kernelsTrouble ? "reload" : "default", redirect: "error", signal });
      if (!response.ok)
        throw new Error(response.status);
      const content = await bytesOf(response.body.pipeThrough(new DecompressionStream("gzip")));
      if (name === wantedKernels) {
        wantedKernels = "";
        kernelsTrouble = "";
        machine.postMessage({ kernels: content }, [content]);
      }
    } catch (reason) {
      if (name === wantedKernels) {
        if (reason instanceof RangeError)
          wantedKernels = "";
        kernelsTrouble = "The presenter's edited kernels cannot be loaded.";
      }
    }
    if (name === fetchedKernels)
      fetchedKernels = "";
  }

  async function poll() {
    polling = true;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), LONGEST);
    try {
      const response = await fetch(address, { cache: "no-store", redirect: "error", signal: limit.signal, headers: etag ? { "If-None-Match": etag } : {} });
      ++traffic.polls;
      if (response.status === 304) {
        trouble = "";
      } else if (response.status === 404) {
        trouble = "The presenter's state is not on the server.";
      } else if (!response.ok) {
        trouble = `The server answers with status ${response.status}.`;
      } else {
        const text = await textOf(response);
        etag = response.headers.get("ETag");
        trouble = "";
        receive(text);
      }
      if (wantedKernels)
        await fetchKernels(limit.signal);
    } catch {
      trouble = "The server does not answer.";
    }
    clearTimeout(timer);
    polling = false;
    show();
    next = setTimeout(poll, (events && events.readyState === EventSource.OPEN ? POLL_WITH_EVENTS : POLL) * (0.9 + 0.2 * Math.random())); // so that the pages of an audience do not ask all at once
  }

  // Another server answers with 404, which ends the stream.
  function listen() {
    events = new EventSource(new URL("events", address));
    events.addEventListener("state", ({ data }) => {
      if (!data || data.length > MAX_CHARACTERS)
        return;
      trouble = "";
      traffic.bytes += data.length;
      receive(data);
      show();
    });
    events.addEventListener("error", () => { // ask at once, not with the next seldom poll
      if (polling)
        return;
      clearTimeout(next);
      next = setTimeout(poll, POLL * Math.random());
    });
  }

  addEventListener("follow", ({ detail }) => {
    if (detail.refusal !== undefined)
      refusal = detail.refusal && `The presenter's state cannot be used. ${detail.refusal}`;
    if (detail.kernelsRefusal !== undefined) {
      kernelsTrouble = detail.kernelsRefusal;
      wantedKernels = detail.stillWanted; // with the next poll
    }
    if (detail.wantedKernels !== undefined && detail.wantedKernels !== wantedKernels) {
      wantedKernels = detail.wantedKernels;
      kernelsTrouble = "";
      if (wantedKernels)
        fetchKernels(AbortSignal.timeout ? AbortSignal.timeout(LONGEST) : undefined).then(show);
    }
    if (follows && !detail.follows)
      left = true;
    follows = detail.follows;
    if (follows)
      left = false;
    show();
  });
  button.addEventListener("click", () => {
    left = !left;
    machine.postMessage({ explore: left });
    show();
    stageCanvas.focus();
  });
  poll();
  if (/\/state$/.test(address) && self.EventSource)
    listen();
}

if (followed !== null) {
  const address = new URL(followed, location.href);
  if (address.origin === location.origin)
    startFollowing(address.href);
  else
    document.getElementById("follow-state").textContent = "Only a state on the server of this page can be followed.";
}
