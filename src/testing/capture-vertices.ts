import { maxOf } from '../math/lists.ts';

/** The positions that one draw call passes to the rasteriser, in clip space, [4 · vertexCount]: those of all vertices up to the last that is used. */
export type DrawnVertices = Float32Array;

let record: DrawnVertices[] | null = null;

/**
 * Makes WebGL 2 report the vertices that it draws, with every library: shaders also write `gl_Position` into a buffer (transform
 * feedback). Must be called in a page, before a library compiles its shaders.
 */
export function installCapture(): void {
  const { prototype } = WebGL2RenderingContext;
  const { linkProgram, transformFeedbackVaryings, drawElements, drawElementsInstanced } = prototype;
  /** Programs that already use transform feedback. */
  const own = new WeakSet<WebGLProgram>();
  prototype.transformFeedbackVaryings = function (program, varyings, mode) {
    own.add(program);
    transformFeedbackVaryings.call(this, program, varyings, mode);
  };
  prototype.linkProgram = function (program) {
    if (!own.has(program)) {
      transformFeedbackVaryings.call(this, program, ['gl_Position'], this.INTERLEAVED_ATTRIBS);
    }
    linkProgram.call(this, program);
  };
  prototype.drawElements = function (mode, count, type, offset) {
    drawElements.call(this, mode, count, type, offset);
    note(this, mode, count, type, offset);
  };
  prototype.drawElementsInstanced = function (mode, count, type, offset, instances) {
    drawElementsInstanced.call(this, mode, count, type, offset, instances);
    if (instances === 1) note(this, mode, count, type, offset);
  };
}

function note(gl: WebGL2RenderingContext, mode: number, count: number, type: number, offset: number): void {
  if (record && mode === gl.TRIANGLES) record.push(capture(gl, findVertexCount(gl, count, type, offset)));
}

/** Returns one more than the largest index of a draw call. */
function findVertexCount(gl: WebGL2RenderingContext, count: number, type: number, offset: number): number {
  const indices = type === gl.UNSIGNED_INT ? new Uint32Array(count) : new Uint16Array(count);
  gl.getBufferSubData(gl.ELEMENT_ARRAY_BUFFER, offset, indices);
  return 1 + maxOf(indices);
}

/** Runs the vertex shader for all vertices, as points, since WebGL 2 has no transform feedback with indices. */
function capture(gl: WebGL2RenderingContext, count: number): DrawnVertices {
  const feedback = gl.createTransformFeedback();
  const buffer = gl.createBuffer();
  gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, feedback);
  gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, buffer);
  gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 16 * count, gl.DYNAMIC_READ);
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
  gl.enable(gl.RASTERIZER_DISCARD);
  gl.beginTransformFeedback(gl.POINTS);
  gl.drawArrays(gl.POINTS, 0, count);
  gl.endTransformFeedback();
  gl.disable(gl.RASTERIZER_DISCARD);
  const drawn = new Float32Array(4 * count);
  gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, drawn);
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
  gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
  gl.deleteTransformFeedback(feedback);
  gl.deleteBuffer(buffer);
  const error = gl.getError();
  if (error !== gl.NO_ERROR) throw new Error(`WebGL reports the error ${error} after a draw call`);
  return drawn;
}

/** Returns the vertices of every draw call of indexed triangles, without instances, that `draw` causes. */
export function captureVertices(draw: () => void): DrawnVertices[] {
  const own: DrawnVertices[] = [];
  record = own;
  try {
    draw();
  } finally {
    record = null;
  }
  return own;
}

/** Returns the vertices of the next frame of a program that draws by itself. */
export async function captureFrame(): Promise<DrawnVertices[]> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // The order of two functions that wait for the same frame is not known: one frame later, all of it has been drawn.
  await nextFrame();
  const own: DrawnVertices[] = [];
  record = own;
  await nextFrame();
  await nextFrame();
  record = null;
  return own;
}
