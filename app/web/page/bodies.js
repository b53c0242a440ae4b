// Bodies of a simulation, painted with the shaders of the installed program on a canvas that covers the visible part of the scene alone:
// a browser without a GPU computes every pixel of it on a processor.
"use strict";

const SOFTWARE_PIXELS = 120000; // at most, without a GPU

class BodyPainter {
  constructor(target, sources) {
    const gl = target.getContext("webgl2", { alpha: true, antialias: false, depth: false, premultipliedAlpha: true });
    if (!gl)
      throw new Error("no WebGL 2");
    this.gl = gl;
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    this.software = info !== null && /swiftshader|llvmpipe|software|basic render/i.test(gl.getParameter(info.UNMASKED_RENDERER_WEBGL));
    this.places = this.software ? 6 : 24; // of trails
    this.place = { x: 0, y: 0, width: 0, height: 0 }; // of the canvas in the page, in pixels of the page
    this.shrink = 1; // pixels of the page per pixel of the canvas, which the page scales up
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

  // Without a GPU a quarter of the pixels or fewer, and shorter trails.
  fit([left, top, width, height]) {
    const x = Math.floor(left);
    const y = Math.floor(top);
    const [right, bottom] = [Math.ceil(left + width), Math.ceil(top + height)];
    const shrink = this.software ? Math.max(2, Math.ceil(Math.sqrt((right - x) * (bottom - y) / SOFTWARE_PIXELS))) : 1;
    const [columns, rows] = [right - x, bottom - y].map((length) => Math.max(1, Math.ceil(length / shrink)));
    const place = { x, y, width: columns * shrink, height: rows * shrink };
    if (shrink === this.shrink && ["x", "y", "width", "height"].every((side) => place[side] === this.place[side]))
      return;
    this.place = place;
    this.shrink = shrink;
    this.gl.canvas.width = columns;
    this.gl.canvas.height = rows;
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

  draw(background, dark) {
    const gl = this.gl;
    const f = this.frame;
    if (!f)
      return;
    this.fit(f.visible);
    this.prepareTargets();
    const { x, y, width, height } = this.place;
    const u = this.bind(this.light, this.sprites);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform2f(u.world_to_clip, 2 * f.scale / width, 2 * f.scale / height);
    gl.uniform2f(u.origin, 2 * (f.origin[0] - x) / width - 1, 1 - 2 * (f.origin[1] - y) / height);
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
    gl.bindVertexArray(this.nothing);
    gl.activeTexture(gl.TEXTURE0);
    this.pass(this.glow, this.reduce, this.light);
    this.pass(this.across, this.blur, this.glow, (b) => gl.uniform2f(b.pixel, 1 / this.glow.width, 0));
    this.pass(this.glow, this.blur, this.across, (b) => gl.uniform2f(b.pixel, 0, 1 / this.glow.height));
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.glow.texture);
    gl.activeTexture(gl.TEXTURE0);
    this.pass(null, this.resolve, this.light, (r) => {
      gl.uniform1i(r.light, 0);
      gl.uniform1i(r.glow, 1);
      gl.uniform3fv(r.background, background);
      gl.uniform1i(r.ink, dark ? 0 : 1);
      gl.uniform1f(r.glow_part, 0.9);
    });
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
