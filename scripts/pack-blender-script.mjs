// Joins the importer of the Blender add-on and the head and tail of the script into src/bake/blender/blender-script.generated.ts as
// one text, so that a bake in a browser can write the script, too.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(fileURLToPath(new URL('..', import.meta.url)));
const folder = join(root, 'integrations/blender');
const modules = ['common', 'glb', 'heights', 'gltf', 'points', 'views', 'import_bake'];
const parts = ['script/start', ...modules.map((name) => `aftermotion/bake/${name}`), 'script/end'];

/** Divides a module into its imports of other packages and everything after all its imports. */
function splitModule(text) {
  const imports = [...text.matchAll(/^import .*$/gm)].map(([line]) => line);
  const rest = text.replace(/^(import |from \.)[^\n]*\n/gm, '').replace(/^\n+(?!#)/, '');
  return { imports, rest };
}

const [start, ...others] = parts.map((part) => readFileSync(join(folder, `${part}.py`), 'utf8'));
const split = others.map(splitModule);
const imports = [...new Set(split.flatMap((module) => module.imports))].sort();
const isOwn = (line) => /^import (bpy|mathutils|numpy)/.test(line);
const head = [...imports.filter((line) => !isOwn(line)), '', ...imports.filter(isOwn)].join('\n');
const text = `${[start + head, ...split.map(({ rest }) => rest.trim())].join('\n\n\n')}\n`;
writeFileSync(
  join(root, 'src/bake/blender/blender-script.generated.ts'),
  `// Made by scripts/pack-blender-script.mjs from the Python files in integrations/blender; not in git.
export const blenderScript: string = ${JSON.stringify(text)};
`,
);
