// The page of a class: exercises with an editor, checks by the server, submissions, and how far the class is. Texts of the server and of
// students are only ever shown as text.
"use strict";

const $ = (id) => document.getElementById(id);
const store = {
  get: (key) => { try { return localStorage.getItem(`warpstage-class:${location.pathname}:${key}`); } catch { return null; } },
  set: (key, value) => { try { localStorage.setItem(`warpstage-class:${location.pathname}:${key}`, value); } catch { /* a private window keeps nothing */ } },
  clear: () => { try { Object.keys(localStorage).filter((key) => key.startsWith(`warpstage-class:${location.pathname}:`)).forEach((key) => localStorage.removeItem(key)); } catch { /* as above */ } },
};
let token = store.get("token");
let lecturer = "";
let exercises = [];

function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined)
    made.textContent = text;
  if (kind)
    made.className = kind;
  return made;
}

// The answer of the server as an object; what it refuses, and no answer, become a sentence on the page and null.
async function ask(method, path, content, secret = token) {
  $("trouble").textContent = "";
  try {
    const response = await fetch(`../api/${path}`, { method, cache: "no-store", redirect: "error",
      headers: { ...(content ? { "Content-Type": "application/json" } : {}), ...(secret ? { Authorization: `Bearer ${secret}` } : {}) },
      body: content ? JSON.stringify(content) : undefined });
    const answer = response.status === 204 ? {} : await response.json();
    if (response.ok)
      return answer;
    if (response.status === 401 && secret === token && token) {
      token = null;
      showParts();
    }
    $("trouble").textContent = answer.error || `The server answers with status ${response.status}.`;
  } catch {
    $("trouble").textContent = "The server does not answer. Your text is kept in this browser.";
  }
  return null;
}

function showParts() {
  $("join").hidden = Boolean(token);
  $("work").hidden = !token;
}

// --- The exercise ---

const current = () => exercises.find((one) => one.id === $("exercise").value);

// Paragraphs, items and code of the task; `code` in lines.
function showNotes(text) {
  $("notes").replaceChildren();
  for (const part of text.split(/\n\s*\n/)) {
    let list = null; // of the items of this part
    part.split("\n* ").forEach((item, i) => {
      if (!list && (i > 0 || item.startsWith("* ")))
        $("notes").append(list = element("ul"));
      const shown = element(list ? "li" : "p");
      item.replace(/^\* /, "").replace(/\n/g, " ").split("`").forEach((piece, j) => shown.append(j % 2 ? element("code", piece) : piece));
      (list ?? $("notes")).append(shown);
    });
  }
}

function openExercise() {
  const exercise = current();
  if (!exercise)
    return;
  store.set("exercise", exercise.id);
  $("title").textContent = exercise.title;
  $("points").textContent = `${exercise.possible} points`;
  showNotes(exercise.notes);
  const table = element("table");
  table.append(element("caption", "Requirements"));
  for (const requirement of exercise.requirements) {
    const row = element("tr");
    row.append(element("td", requirement.label), element("td", requirement.limit), element("td", `${requirement.points}`));
    table.append(row);
  }
  $("notes").append(table);
  $("source").value = store.get(`text:${exercise.id}`) ?? exercise.start;
  $("result").replaceChildren();
  showPlace();
}

// Line and column of the cursor.
function showPlace() {
  const before = $("source").value.slice(0, $("source").selectionStart).split("\n");
  $("place").textContent = `line ${before.length}, column ${before.at(-1).length + 1}`;
}

function goToLine(line) {
  const lines = $("source").value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  $("source").focus();
  $("source").setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  $("source").scrollTop = Math.max(0, line - 5) * parseFloat(getComputedStyle($("source")).lineHeight);
  showPlace();
}

function lineButton(line) {
  const button = element("button", `line ${line}`, "quiet");
  button.type = "button";
  button.addEventListener("click", () => goToLine(line));
  return button;
}

function hintsOf(exercise, requirement) {
  return exercises.find((one) => one.id === exercise)?.requirements.find((one) => one.id === requirement)?.hints ?? [];
}

// The next hint of a requirement with each press.
function hintButton(hints) {
  const part = element("div");
  const list = element("ol");
  const button = element("button", "Hint", "quiet");
  button.type = "button";
  button.addEventListener("click", () => {
    list.append(element("li", hints[list.children.length]));
    button.textContent = "Next hint";
    button.hidden = list.children.length === hints.length;
  });
  part.append(list, button);
  return part;
}

function showResult(result) {
  const table = element("table");
  const head = element("tr");
  head.append(element("th", "requirement"), element("th", "points"), element("th", "reason"));
  table.append(head);
  for (const requirement of result.requirements) {
    const row = element("tr");
    const reason = element("td", requirement.message);
    if (requirement.line)
      reason.append(" ", lineButton(requirement.line));
    const hints = hintsOf(result.exercise, requirement.id);
    if (requirement.verdict === "failed" && hints.length > 0)
      reason.append(hintButton(hints));
    row.append(element("td", `${requirement.verdict}: ${requirement.label}`, requirement.verdict === "passed" ? "passed" : "failed"),
      element("td", `${requirement.points} of ${requirement.possible}`), reason);
    table.append(row);
  }
  $("result").replaceChildren(element("p", `${result.points} of ${result.possible} points. Metrics for ${result.gpu}; times are estimates of the SM model.`), table);
}

function showCompiled(answer) {
  $("result").replaceChildren(element("p", answer.error ? answer.error : "Compiled without errors.", answer.error ? "failed" : "passed"));
  if (answer.shown) {
    const button = element("button", "Show on the stage");
    button.type = "button";
    button.addEventListener("click", () => showStage(answer.shown));
    $("result").append(button);
  }
  for (const message of answer.messages) {
    const line = element("p", `${message.error ? "error" : "warning"}: ${message.text} `);
    if (message.line)
      line.append(lineButton(message.line));
    $("result").append(line);
  }
}

// The web edition follows a state with these kernels, as it follows a presenter: the page's own virtual machine runs them.
function showStage(state) {
  const frame = element("iframe");
  frame.src = `../?follow=${encodeURIComponent(`shown/${state}`)}`;
  frame.title = "The stage of warpstage with your kernels";
  frame.allow = "fullscreen";
  $("stage").replaceChildren(frame);
  frame.scrollIntoView({ block: "nearest" });
}

async function work(path, button, show) {
  const exercise = current();
  const buttons = ["compile", "check", "submit"].map($);
  buttons.forEach((one) => { one.disabled = true; });
  $("result").replaceChildren(element("p", `${button} …`, "faint"));
  const answer = await ask("POST", path, { exercise: exercise.id, source: $("source").value });
  buttons.forEach((one) => { one.disabled = false; });
  if (answer)
    show(answer);
  else
    $("result").replaceChildren();
}

async function showMine() {
  if (!token)
    return;
  const mine = await ask("GET", "mine");
  if (!mine)
    return;
  $("mine").replaceChildren(...mine.submissions.map((one) => {
    const item = element("li", `${one.exercise}, ${one.time} UTC: ${one.graded ? `${one.points} of ${one.possible} points` : "waits for its result"} `);
    if (one.result) {
      const button = element("button", "Show", "quiet");
      button.type = "button";
      button.addEventListener("click", () => showResult(one.result));
      item.append(button);
    }
    return item;
  }));
  if (mine.submissions.some((one) => !one.graded))
    setTimeout(showMine, 2000);
}

// --- The class ---

const SUMMARY_INTERVAL = 1500; // milliseconds
let summaryAsked = false;
let summaryChanged = false; // since it was asked
async function showClass() {
  summaryChanged = summaryAsked;
  if (summaryAsked)
    return;
  summaryAsked = true;
  setTimeout(() => {
    summaryAsked = false;
    if (summaryChanged)
      showClass();
  }, SUMMARY_INTERVAL);
  const summary = await ask("GET", "summary", undefined, lecturer);
  if (!summary)
    return;
  const parts = [element("p", `${summary.students} joined`)];
  for (const exercise of summary.exercises.filter((one) => one.started > 0)) {
    parts.push(element("h3", exercise.title), element("p", `${exercise.started} work on it, ${exercise.submitted} submitted, ${exercise.complete} have all points.`));
    const list = element("ul");
    for (const requirement of exercise.requirements) {
      const item = element("li", `${requirement.met} of ${exercise.started}: ${requirement.label} `);
      const meter = element("meter");
      meter.max = exercise.started;
      meter.value = requirement.met;
      meter.setAttribute("aria-hidden", "true");
      item.append(meter);
      list.append(item);
    }
    parts.push(list);
    const faults = Object.entries(exercise.first_failures).sort((a, b) => b[1] - a[1]).slice(0, 3);
    if (faults.length > 0)
      parts.push(element("p", `Not met first: ${faults.map(([label, count]) => `${label} (${count})`).join(", ")}`, "faint"));
  }
  $("summary").replaceChildren(...parts);
  if (!summary.names)
    return;
  const table = element("table");
  for (const student of summary.names) {
    const row = element("tr");
    const remove = element("button", "Delete", "quiet");
    remove.type = "button";
    remove.addEventListener("click", async () => {
      if (await ask("DELETE", `students/${student.id}`, undefined, lecturer))
        showClass();
    });
    const points = Object.entries(student.exercises).map(([id, one]) => `${id} ${one.points} of ${one.possible}${one.submitted ? "" : " (not submitted)"}`).join(", ");
    const last = element("td");
    last.append(remove);
    row.append(element("td", `${student.id}`), element("td", student.name || "(no name)"), element("td", points), last);
    table.append(row);
  }
  $("names").replaceChildren(table);
}

// Told by the server; asked for from time to time where it cannot.
function listen() {
  let stream = null;
  try {
    stream = new EventSource("../events");
    stream.addEventListener("class", () => { setTimeout(showClass, 500 * Math.random()); });
  } catch { /* the timer below */ }
  setInterval(() => { if (!stream || stream.readyState !== EventSource.OPEN) showClass(); }, 15000);
}

// --- Begin ---

$("join-button").addEventListener("click", async () => {
  const answer = await ask("POST", "join", { code: $("join-code").value.trim().toLowerCase(), name: $("join-name").value }, null);
  if (!answer)
    return;
  token = answer.token;
  store.set("token", token);
  showParts();
  $("source").focus();
  showMine();
});
$("exercise").addEventListener("change", openExercise);
$("source").addEventListener("input", () => { store.set(`text:${current().id}`, $("source").value); });
$("source").addEventListener("keyup", showPlace);
$("source").addEventListener("click", showPlace);
$("compile").addEventListener("click", () => work("compile", "Compiling", showCompiled));
$("check").addEventListener("click", () => work("check", "Checking", showResult));
$("submit").addEventListener("click", () => work("submit", "Submitting", () => {
  $("result").replaceChildren(element("p", "Submitted.", "passed"));
  showMine();
}));
$("start").addEventListener("click", () => {
  if (!confirm("Replace your text by the start file?"))
    return;
  $("source").value = current().start;
  store.set(`text:${current().id}`, current().start);
});
$("leave").addEventListener("click", async () => {
  if (!confirm("Delete your name, your submissions and your points from the server, and your texts from this browser?"))
    return;
  if (await ask("DELETE", "mine")) {
    store.clear();
    token = null;
    location.reload();
  }
});
$("token-button").addEventListener("click", () => {
  lecturer = $("token").value.trim();
  showClass();
});

(async () => {
  showParts();
  $("join-code").value = new URLSearchParams(location.search).get("code") ?? "";
  exercises = await ask("GET", "exercises") ?? [];
  $("exercise").replaceChildren(...exercises.map((one) => {
    const option = element("option", one.title.replace(/^Exercise: /, ""));
    option.value = one.id;
    return option;
  }));
  const wanted = new URLSearchParams(location.search).get("exercise") ?? store.get("exercise");
  if (exercises.some((one) => one.id === wanted))
    $("exercise").value = wanted;
  openExercise();
  showMine();
  showClass();
  listen();
})();
