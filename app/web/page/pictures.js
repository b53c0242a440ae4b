// Paints pictures, which are the words of a message, with Canvas 2D. The order of words is that of app/web/message.h.
"use strict";

const FACES = ["400 1px Inter, system-ui, sans-serif", "600 1px Inter, system-ui, sans-serif", '400 1px "JetBrains Mono", monospace'];
const ALIGN = ["left", "center", "right"];
// Letters of fonts that are fetched when they are drawn: tools/web-site.
const MORE_LETTERS = /[\u0100-\u017f\u0300-\u036f\u0400-\u045f]/;
const MORE_LETTERS_RANGE = "U+100-17F, U+300-36F, U+400-45F";
const cssColors = new Map();

function cssColor(word) {
  let text = cssColors.get(word);
  if (text === undefined) {
    const alpha = word & 255;
    const rgb = `${word >>> 24},${(word >>> 16) & 255},${(word >>> 8) & 255}`;
    text = alpha === 255 ? `rgb(${rgb})` : `rgba(${rgb},${alpha / 255})`;
    cssColors.set(word, text);
  }
  return text;
}

class PicturePainter {
  constructor(context) {
    this.context = context;
    this.decoder = new TextDecoder();
    this.foundMoreLetters = false;
    this.shortened = new Map(); // texts with a largest width, by font and text
    this.prepare();
  }

  // A canvas whose size has changed has lost its settings.
  prepare() {
    this.context.textBaseline = "alphabetic";
    this.context.lineJoin = "round";
    this.context.lineCap = "butt";
    this.context.fontKerning = "none";
  }

  fit(text, width, font) {
    const key = `${font} ${width} ${text}`;
    let result = this.shortened.get(key);
    if (result !== undefined)
      return result;
    result = text;
    if (this.context.measureText(text).width > width) {
      const letters = [...text];
      let low = 0;
      let high = letters.length;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (this.context.measureText(letters.slice(0, middle).join("").trimEnd() + "…").width <= width)
          low = middle;
        else
          high = middle - 1;
      }
      result = letters.slice(0, low).join("").trimEnd() + "…";
    }
    if (this.shortened.size > 5000)
      this.shortened.clear();
    this.shortened.set(key, result);
    return result;
  }

  path(numbers, at, count) {
    this.context.beginPath();
    for (let i = 0; i < count; ++i)
      this.context.lineTo(numbers[at + 2 * i], numbers[at + 2 * i + 1]);
  }

  paint({ words, numbers, bytes }) {
    const context = this.context;
    for (let i = 0; i < words.length;) {
      switch (words[i]) {
      case 0: {
        const [x, y, width, height] = [numbers[i + 1], numbers[i + 2], numbers[i + 3], numbers[i + 4]];
        const flags = words[i + 5];
        const radius = Math.min(numbers[i + 9], width / 2, height / 2);
        const line = numbers[i + 8];
        if (flags & 1) {
          context.fillStyle = cssColor(words[i + 6]);
          if (radius > 0.5) {
            context.beginPath();
            context.roundRect(x, y, width, height, radius);
            context.fill();
          } else {
            context.fillRect(x, y, width, height);
          }
        }
        if (flags & 2) { // inside the rectangle
          context.strokeStyle = cssColor(words[i + 7]);
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
        context.strokeStyle = cssColor(words[i + 5]);
        context.lineWidth = numbers[i + 6];
        context.beginPath();
        context.moveTo(numbers[i + 1], numbers[i + 2]);
        context.lineTo(numbers[i + 3], numbers[i + 4]);
        context.stroke();
        i += 7;
        break;
      case 2: {
        const count = words[i + 3];
        context.strokeStyle = cssColor(words[i + 1]);
        context.lineWidth = numbers[i + 2];
        this.path(numbers, i + 4, count);
        context.stroke();
        i += 4 + 2 * count;
        break;
      }
      case 3: {
        const count = words[i + 2];
        context.fillStyle = cssColor(words[i + 1]);
        this.path(numbers, i + 3, count);
        context.fill();
        i += 3 + 2 * count;
        break;
      }
      case 4:
        context.fillStyle = cssColor(words[i + 4]);
        context.beginPath();
        context.arc(numbers[i + 1], numbers[i + 2], numbers[i + 3], 0, 2 * Math.PI);
        context.fill();
        i += 5;
        break;
      case 5: {
        const length = words[i + 8];
        const end = i + 9 + ((length + 3) >> 2);
        let text = this.decoder.decode(bytes.subarray(4 * (i + 9), 4 * (i + 9) + length));
        this.foundMoreLetters = this.foundMoreLetters || MORE_LETTERS.test(text);
        const font = FACES[words[i + 3]].replace("1px", `${numbers[i + 4]}px`);
        if (context.font !== font)
          context.font = font;
        context.fillStyle = cssColor(words[i + 5]);
        context.textAlign = ALIGN[words[i + 6]];
        if (numbers[i + 7] > 0)
          text = this.fit(text, numbers[i + 7], font);
        context.fillText(text, numbers[i + 1], numbers[i + 2]);
        i = end;
        break;
      }
      default:
        return;
      }
    }
  }
}
