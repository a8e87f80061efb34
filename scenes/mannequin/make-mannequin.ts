/** Makes `scenes/assets/mannequin.glb`: `npx tsx scenes/mannequin/make-mannequin.ts`. The same bytes each time. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildFigure, type FigureDetail, fullDetail } from './build-figure.ts';
import { sampleClips } from './clips.ts';
import { writeFigure } from './write-figure.ts';

export const mannequinFile = fileURLToPath(new URL('../assets/mannequin.glb', import.meta.url));

/** The bytes of the mannequin's GLB. */
export async function makeMannequin(detail: FigureDetail = fullDetail): Promise<Uint8Array> {
  return writeFigure(await buildFigure(detail), sampleClips());
}

async function main(): Promise<void> {
  const bytes = await makeMannequin();
  mkdirSync(fileURLToPath(new URL('../assets', import.meta.url)), { recursive: true });
  writeFileSync(mannequinFile, bytes);
  console.log(`wrote ${mannequinFile}: ${Math.round(bytes.length / 1000)} kB`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
