// Typing on a touch screen, where a canvas has no keyboard: a line at the top of the page while the stage has a text field. The machine
// checks the text and shows what it accepts.
"use strict";

{
const line = document.getElementById("typing");
const label = document.getElementById("typing-label");
const field = document.getElementById("typing-text");
const choose = document.getElementById("typing-set");
let shown = null; // what the machine has sent last

function show(typing) {
  const another = !shown || !typing || shown.label !== typing.label;
  shown = typing;
  line.hidden = typing === null;
  if (typing === null) {
    field.blur();
    return;
  }
  if (!another)
    return;
  label.textContent = typing.label;
  choose.textContent = typing.value ? "Set" : "Choose";
  field.value = typing.text;
  field.inputMode = typing.number ? "decimal" : "text";
  if (typing.value) { // must be typed; a search may be
    field.focus();
    field.select();
  }
}

function press(name) {
  machine.postMessage({ key: { name, character: "", shift: false, control: false } });
}

if (touchScreen) {
  addEventListener("typing", (event) => show(event.detail));
  field.addEventListener("input", () => machine.postMessage({ typed: field.value }));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing)
      press("Enter");
    else if (event.key === "Escape")
      press("Escape");
  });
  choose.addEventListener("click", () => press("Enter"));
  document.getElementById("typing-close").addEventListener("click", () => press("Escape"));
}
}
