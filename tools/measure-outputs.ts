/**
 * Prints the sizes of the outputs of scenes: the estimate of a bake and, if a folder of bakes is given (with one folder per scene, by
 * name), the size of the written files.
 *
 *     npx tsx tools/measure-outputs.ts [--bakes FOLDER] [SCENE.json | CHARACTER.glb …]
 *
 * Without names it uses all scenes of the repository. Columns are megabytes. The factor is the estimate divided by the written size.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { BakeEstimate } from '../src/bake/estimate-bake.ts';
import { bakeFile } from '../src/node/bake-file.ts';

const args = process.argv.slice(2);
const at = args.indexOf('--bakes');
const bakes = at < 0 ? null : args.splice(at, 2)[1];
const scenes =
  args.length > 0
    ? args
    : readdirSync('scenes')
        .map((name) => join('scenes', name, 'scene.json'))
        .filter((path) => existsSync(path));

for (const scene of scenes) {
  const name =
    basename(scene) === 'scene.json' ? basename(dirname(scene)) : basename(scene).replace(/\.\w+$/, '');
  const estimate = await estimateScene(scene, name);
  const written = bakes ? readWritten(join(bakes, name, 'report.json')) : null;
  const kinds = new Set([...estimate.outputs.map(({ kind }) => kind as string), ...(written?.keys() ?? [])]);
  const parts = [...kinds].map((kind) => {
    const expected = estimate.outputs.find((output) => output.kind === kind)?.bytes ?? 0;
    const real = written?.get(kind);
    if (real === undefined) return `${kind} ${megabytes(expected)}`;
    const isSmall = Math.max(real, expected) < 1e6;
    return `${kind} ${megabytes(expected)}/${megabytes(real)}${isSmall ? '' : ` ×${(expected / real).toFixed(2)}`}`;
  });
  const real = written ? [...written.values()].reduce((sum, bytes) => sum + bytes, 0) : null;
  const total = real === null ? '' : ` of ${megabytes(real)}, ×${(estimate.bytes / real).toFixed(2)}`;
  console.log(`${name}: ${megabytes(estimate.bytes)}${total}: ${parts.join(', ')}`);
}

/** Returns the estimated sizes. The bake stops before it begins. */
async function estimateScene(scene: string, name: string): Promise<BakeEstimate> {
  let estimate: BakeEstimate | undefined;
  try {
    await bakeFile(scene, {
      out: join('out', `measure-${name}`),
      maxBytes: -1,
      progress: (progress) => {
        estimate = progress.estimate ?? estimate;
      },
    });
  } catch (error) {
    if (!estimate) throw error;
  }
  return estimate!;
}

function readWritten(path: string): Map<string, number> | null {
  if (!existsSync(path)) return null;
  const kinds = new Map<string, number>();
  const { outputs } = JSON.parse(readFileSync(path, 'utf8')) as {
    outputs: { kind: string; bytes: number }[];
  };
  for (const { kind, bytes } of outputs) {
    if (kind === 'scene' || kind === 'readme') continue;
    kinds.set(kind, bytes + (kinds.get(kind) ?? 0));
  }
  return kinds;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
