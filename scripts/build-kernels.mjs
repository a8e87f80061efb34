// Compiles kernels/<name>/index.ts (AssemblyScript, SIMD) into src/systems/<name>/kernel.generated.ts, as text, and kernels/<name>/plain.ts,
// if there is one, into plain-kernel.generated.ts. Before that, it generates both sides of the common records of host and kernel from
// kernels/<name>/records.mjs.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';
import { generateAssemblyScript, generateTypeScript } from './kernel-records.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Writes bytes as the content of a string literal: one character for each byte, XOR 0x35. Without the XOR, zeros, which are frequent in
 * WebAssembly, would be escape sequences. Servers compress this text to 3 % more than the bytes themselves, and base64 to 36 % more. Modules
 * are always UTF-8. `decodeText` in src/systems/kernel-compiler.ts is the inverse.
 */
function writeText(bytes) {
  const escapes = { 0: '\\x00', 10: '\\n', 13: '\\r', 39: "\\'", 92: '\\\\' };
  return Array.from(bytes, (byte) => escapes[byte ^ 0x35] ?? String.fromCharCode(byte ^ 0x35)).join('');
}

for (const name of readdirSync(join(root, 'kernels'))) {
  if (!existsSync(join(root, 'kernels', name, 'index.ts'))) continue;
  const target = join(root, 'src/systems', name);
  mkdirSync(target, { recursive: true });
  const tables = await import(pathToFileURL(join(root, 'kernels', name, 'records.mjs')).href);
  for (const [file, text] of Object.entries(generateAssemblyScript(tables))) {
    writeFileSync(join(root, 'kernels', name, file), text);
  }
  writeFileSync(join(target, 'records.generated.ts'), generateTypeScript(tables));
  await compile(`kernels/${name}/index.ts`, join(target, 'kernel.generated.ts'), 0);
  const plain = `kernels/${name}/plain.ts`;
  if (existsSync(join(root, plain))) await compile(plain, join(target, 'plain-kernel.generated.ts'), 1);
}

/** Compiles a module. isPlain: value of the constant `IS_PLAIN`, 0 or 1. */
async function compile(entry, target, isPlain) {
  let wasm = null;
  const { error, stderr } = await asc.main(
    [
      entry,
      '--baseDir',
      root,
      '--outFile',
      'kernel.wasm',
      '-O3',
      '--noAssert',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      // The host owns the memory and passes plain offsets to the kernel, so the reference implementation can work on the same bytes.
      '--importMemory',
      '--memoryBase',
      '1024',
      '--use',
      `abort=,IS_PLAIN=${isPlain}`,
    ],
    {
      writeFile: (file, data) => {
        if (file.endsWith('.wasm')) wasm = data;
      },
    },
  );
  if (error || !wasm) {
    console.error(stderr.toString());
    throw error ?? new Error(`${entry}: no module was written`);
  }
  writeFileSync(
    target,
    `// Made by scripts/build-kernels.mjs from ${entry}; not in git.\nexport const kernelText =\n  '${writeText(wasm)}';\n`,
  );
  console.error(`  ${entry}: ${wasm.length} bytes`);
}

// The only WASM module that is not compiled here: a package contains it.
await import('./build-draco.mjs');

// The Python script that bakes write is packed, too.
await import('./pack-blender-script.mjs');
