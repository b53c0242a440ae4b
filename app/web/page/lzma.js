// Unpacks LZMA while it arrives: the large files of the site, which are a third smaller than with Deflate, the method that every browser
// has. Format: the LZMA specification of the LZMA SDK, with a header of 13 bytes that states the size.
"use strict";

{
const HEADER = 13; // bytes
const LONGEST = 20; // bytes of input that one symbol needs at most
const PIECE = 1 << 18; // bytes of output
const MAX_SIZE = 256 << 20; // bytes, unpacked

const STATES = 12;
// Places of the probabilities, by what they decide.
const MATCH = 0; // by state and position, as SHORT_REPEAT
const SHORT_REPEAT = MATCH + (STATES << 4);
const REPEAT = SHORT_REPEAT + (STATES << 4); // by state, as the next three
const REPEAT_FIRST = REPEAT + STATES;
const REPEAT_SECOND = REPEAT_FIRST + STATES;
const REPEAT_THIRD = REPEAT_SECOND + STATES;
const SLOT = REPEAT_THIRD + STATES; // of the distance, by length
const DISTANCE = SLOT + (4 << 6);
const ALIGN = DISTANCE + 115;
const MATCH_LENGTH = ALIGN + 16;
const LENGTHS = 2 + (16 << 3) + (16 << 3) + 256;
const REPEAT_LENGTH = MATCH_LENGTH + LENGTHS;
const LITERAL = REPEAT_LENGTH + LENGTHS;

const damaged = () => new Error("a file of the site is damaged.");

// Takes the packed bytes in parts of any length, and calls emit with each piece of the content. end() throws if a part lacks.
function decoder(emit) {
  let input = new Uint8Array(0);
  let at = 0;
  let output = null; // all of it: matches refer to what was unpacked before
  let done = 0;
  let emitted = 0;
  let literalBits = 0, literalMask = 0, positionMask = 0;
  let probabilities = null;
  let range = 0xffffffff, code = 0;
  let state = 0;
  let first = 1, second = 1, third = 1, fourth = 1; // distances of the last matches

  function bit(place) {
    const probability = probabilities[place];
    const bound = Math.imul(range >>> 11, probability) >>> 0;
    let value = 0;
    if (code < bound) {
      range = bound;
      probabilities[place] = probability + ((2048 - probability) >> 5);
    } else {
      range = (range - bound) >>> 0;
      code = (code - bound) >>> 0;
      probabilities[place] = probability - (probability >> 5);
      value = 1;
    }
    if (range < 0x1000000) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | input[at++]) >>> 0;
    }
    return value;
  }

  function tree(place, bits) {
    let node = 1;
    for (let i = 0; i < bits; ++i)
      node = (node << 1) | bit(place + node);
    return node - (1 << bits);
  }

  function reversed(place, bits) {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; ++i) {
      const next = bit(place + node);
      node = (node << 1) | next;
      value |= next << i;
    }
    return value;
  }

  function direct(bits) {
    let value = 0;
    for (let i = 0; i < bits; ++i) {
      range >>>= 1;
      const next = code >= range ? 1 : 0;
      if (next)
        code = (code - range) >>> 0;
      value = (value << 1) | next;
      if (range < 0x1000000) {
        range = (range << 8) >>> 0;
        code = ((code << 8) | input[at++]) >>> 0;
      }
    }
    return value;
  }

  function literal() {
    const before = done > 0 ? output[done - 1] : 0;
    const place = LITERAL + 0x300 * (((done & literalMask) << literalBits) | (before >> (8 - literalBits)));
    let node = 1;
    if (state >= 7) {
      let other = output[done - first];
      while (node < 256) {
        other <<= 1;
        const side = other & 256;
        const next = bit(place + 256 + side + node);
        node = (node << 1) | next;
        if (side >> 8 !== next)
          break;
      }
    }
    while (node < 256)
      node = (node << 1) | bit(place + node);
    output[done++] = node;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  function length(place, position) {
    if (bit(place) === 0)
      return 2 + tree(place + 2 + (position << 3), 3);
    if (bit(place + 1) === 0)
      return 10 + tree(place + 2 + 128 + (position << 3), 3);
    return 18 + tree(place + 2 + 256, 8);
  }

  function distance(count) {
    const slot = tree(SLOT + (Math.min(count - 2, 3) << 6), 6);
    if (slot < 4)
      return slot + 1;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14)
      return base + reversed(DISTANCE + base - slot, bits) + 1;
    return ((base >>> 0) + direct(bits - 4) * 16) + reversed(ALIGN, 4) + 1;
  }

  function copy(count) {
    if (first > done || count > output.length - done)
      throw damaged();
    for (const end = done + count; done < end; ++done)
      output[done] = output[done - first];
  }

  function repeat(position) {
    if (bit(REPEAT_FIRST + state) === 0) {
      if (bit(SHORT_REPEAT + (state << 4) + position) === 0) {
        state = state < 7 ? 9 : 11;
        copy(1);
        return;
      }
    } else if (bit(REPEAT_SECOND + state) === 0) {
      [first, second] = [second, first];
    } else if (bit(REPEAT_THIRD + state) === 0) {
      [first, second, third] = [third, first, second];
    } else {
      [first, second, third, fourth] = [fourth, first, second, third];
    }
    const count = length(REPEAT_LENGTH, position);
    state = state < 7 ? 8 : 11;
    copy(count);
  }

  function symbol() {
    const position = done & positionMask;
    if (bit(MATCH + (state << 4) + position) === 0) {
      literal();
    } else if (bit(REPEAT + state) === 1) {
      repeat(position);
    } else {
      [first, second, third, fourth] = [0, first, second, third];
      const count = length(MATCH_LENGTH, position);
      state = state < 7 ? 7 : 10;
      first = distance(count);
      copy(count);
    }
  }

  function begin() {
    const header = new DataView(input.buffer, input.byteOffset);
    const size = header.getUint32(5, true);
    const kinds = header.getUint8(0);
    if (kinds >= 225 || header.getUint32(9, true) !== 0 || size > MAX_SIZE || input[HEADER] !== 0)
      throw damaged();
    literalBits = kinds % 9;
    const literalPositions = Math.floor(kinds / 9) % 5;
    literalMask = (1 << literalPositions) - 1;
    positionMask = (1 << Math.floor(kinds / 45)) - 1;
    probabilities = new Uint16Array(LITERAL + (0x300 << (literalBits + literalPositions))).fill(1024);
    code = header.getUint32(HEADER + 1);
    at = HEADER + 5;
    output = new Uint8Array(size);
  }

  function advance(last) {
    if (output === null) {
      if (input.length < HEADER + 5)
        return;
      begin();
    }
    while (done < output.length && at <= last) {
      symbol();
      if (done - emitted >= PIECE) {
        emit(output.subarray(emitted, done));
        emitted = done;
      }
    }
  }

  return {
    take(part) {
      const rest = input.subarray(at);
      input = new Uint8Array(rest.length + part.length);
      input.set(rest);
      input.set(part, rest.length);
      at = 0;
      advance(input.length - LONGEST);
    },
    end() {
      advance(input.length - 1);
      if (output === null || done < output.length)
        throw damaged();
      emit(output.subarray(emitted));
    },
  };
}

// A stream that unpacks what is written to it.
self.lzmaStream = () => {
  let decoding = null;
  return new TransformStream({
    start(controller) { decoding = decoder((piece) => controller.enqueue(piece)); },
    transform(part) { decoding.take(part); },
    flush() { decoding.end(); },
  });
};
}
