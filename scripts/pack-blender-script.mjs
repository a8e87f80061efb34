// Joins the Python files of src/bake/blender/python into src/bake/blender/blender-script.generated.ts as one text, so that
// a bake in a browser can write the script, too.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(fileURLToPath(new URL('..', import.meta.url)), 'src/bake/blender');
const parts = ['start', 'heights', 'gltf', 'points', 'end'];
const text = parts.map((part) => readFileSync(join(folder, 'python', `${part}.py`), 'utf8')).join('');
writeFileSync(
  join(folder, 'blender-script.generated.ts'),
  `// Made by scripts/pack-blender-script.mjs from ${parts.map((part) => `python/${part}.py`).join(', ')}; not in git.
export const blenderScript: string = ${JSON.stringify(text)};
`,
);
