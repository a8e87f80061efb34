// Puts the Draco decoder's WASM of the package draco3d into src/files/gltf/draco/draco.generated.ts, deflated and as base64, together with
// the names of the functions that are called. The package's own JavaScript is left out: it reads files, prints, and has no limit for
// memory.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';

const known = '1.5.9';
/** The imports of the module, by the linker's names: abort, exit, growth of memory, and output that is ignored. */
const imports = { raise: 'a', abort: 'e', grow: 'c', close: 'd', write: 'b' };
const functions = {
  start: null,
  malloc: '_malloc',
  free: '_free',
  createDecoder: '_emscripten_bind_Decoder_Decoder_0',
  destroyDecoder: '_emscripten_bind_Decoder___destroy___0',
  decodeMesh: '_emscripten_bind_Decoder_DecodeArrayToMesh_3',
  findAttribute: '_emscripten_bind_Decoder_GetAttributeByUniqueId_2',
  readTriangles: '_emscripten_bind_Decoder_GetTrianglesUInt32Array_3',
  readAttribute: '_emscripten_bind_Decoder_GetAttributeDataArrayForAllPoints_5',
  isOk: '_emscripten_bind_Status_ok_0',
  errorText: '_emscripten_bind_Status_error_msg_0',
  createMesh: '_emscripten_bind_Mesh_Mesh_0',
  destroyMesh: '_emscripten_bind_Mesh___destroy___0',
  countFaces: '_emscripten_bind_Mesh_num_faces_0',
  countPoints: '_emscripten_bind_Mesh_num_points_0',
  countComponents: '_emscripten_bind_PointAttribute_num_components_0',
};

const folder = dirname(createRequire(import.meta.url).resolve('draco3d/package.json'));
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
if (version !== known) {
  throw new Error(
    `draco3d is ${version}, scripts/build-draco.mjs knows the imports of ${known}: look them up in draco_decoder_nodejs.js`,
  );
}
const wasm = readFileSync(join(folder, 'draco_decoder.wasm'));
const glue = readFileSync(join(folder, 'draco_decoder_nodejs.js'), 'utf8');

function nameOf(name) {
  const pattern = name ? new RegExp(`\\b${name}=\\s*e\\.\\s*([$\\w]+)`) : /\baa\.\s*([$\w]+)\(\)/;
  const found = pattern.exec(glue);
  if (!found) throw new Error(`draco3d ${version}: ${name ?? 'the start function'} was not found`);
  return found[1];
}

const exportNames = Object.fromEntries(Object.entries(functions).map(([own, name]) => [own, nameOf(name)]));
const memory = /\bba=e\.(\w+)/.exec(glue)[1];
const target = join(fileURLToPath(new URL('..', import.meta.url)), 'src/files/gltf/draco/draco.generated.ts');
writeFileSync(
  target,
  `// Made by scripts/build-draco.mjs from draco3d ${version}; not in git.
// Draco: copyright The Draco Authors, Apache License 2.0, https://github.com/google/draco
export const exportNames = ${JSON.stringify({ memory, ...exportNames })} as const;
export const importNames = ${JSON.stringify(imports)} as const;
export const wasmLength = ${wasm.length};
export const deflatedBase64: string =
  '${deflateRawSync(wasm, { level: 9 }).toString('base64')}';
`,
);
console.error(`  draco3d ${version}: ${wasm.length} bytes`);
