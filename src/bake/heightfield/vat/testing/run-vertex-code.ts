/** Code that reads the texture of a ground in a vertex shader, as GLSL ES 3.00. */
export interface VertexCode {
  /** Declarations and functions. `groundTexture` is the texture. */
  readonly functions: string;
  /** An expression with the attribute `address`: a vec4 with the normal and the height. */
  readonly call: string;
  /** Values of uniforms by name, one to four numbers each. */
  readonly uniforms: Readonly<Record<string, readonly number[]>>;
  /** Whether row 0 of the texture is the lowest row of the picture. */
  readonly isBottomUp?: boolean;
}

/** Runs code for a list of addresses, [2 · count], on the GPU of the page. Returns [4 · count]. */
export async function runVertexCode(
  { functions, call, uniforms, isBottomUp = false }: VertexCode,
  picture: string,
  addresses: readonly number[],
): Promise<number[]> {
  const gl = document.createElement('canvas').getContext('webgl2')!;
  const image = new Image();
  image.src = picture;
  await image.decode();
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, isBottomUp);
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  const program = gl.createProgram();
  const vertex = `#version 300 es
precision highp float; precision highp int; precision highp sampler2D;
in vec2 address;
uniform sampler2D groundTexture;
${functions}
void main() { gl_Position = ${call}; }`;
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, '#version 300 es\nvoid main() {}'],
  ] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader)!);
    gl.attachShader(program, shader);
  }
  gl.transformFeedbackVaryings(program, ['gl_Position'], gl.INTERLEAVED_ATTRIBS);
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program)!);
  gl.useProgram(program);
  for (const [name, values] of Object.entries(uniforms)) {
    const set = [gl.uniform1fv, gl.uniform2fv, gl.uniform3fv, gl.uniform4fv][values.length - 1];
    set.call(gl, gl.getUniformLocation(program, name), values);
  }
  const count = addresses.length / 2;
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, Float32Array.from(addresses), gl.STATIC_DRAW);
  const location = gl.getAttribLocation(program, 'address');
  gl.enableVertexAttribArray(location);
  gl.vertexAttribPointer(location, 2, gl.FLOAT, false, 0, 0);
  gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, gl.createTransformFeedback());
  gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, gl.createBuffer());
  gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 16 * count, gl.DYNAMIC_READ);
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, gl.getParameter(gl.TRANSFORM_FEEDBACK_BUFFER_BINDING));
  gl.enable(gl.RASTERIZER_DISCARD);
  gl.beginTransformFeedback(gl.POINTS);
  gl.drawArrays(gl.POINTS, 0, count);
  gl.endTransformFeedback();
  const out = new Float32Array(4 * count);
  gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, out);
  const error = gl.getError();
  if (error !== gl.NO_ERROR) throw new Error(`WebGL reports the error ${error}`);
  return Array.from(out);
}
