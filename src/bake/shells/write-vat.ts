import { describeCoat, type FurVat, type VatFile } from '../../coats/vat/fur-vat.ts';
import { encodeExrColor } from '../../files/exr-write.ts';
import { fractionToNumber } from '../../simulation/fraction.ts';
import type { ShellsOutput } from '../../systems/outputs/shells.ts';
import type { BakePlan } from '../bake-plan.ts';
import type { MorphTrack } from '../morph/morph-track.ts';
import type { FileSink } from '../output-sink.ts';
import { placeOutput } from '../place-output.ts';
import { addVatMesh } from './add-vat-mesh.ts';
import { createFurFile, encodeFurFile } from './fur-clips.ts';
import { describeFurPlayback } from './fur-readme.ts';
import type { CoatGroup } from './group-coats.ts';
import { encodeVat, type VatMotion } from './vat-motion.ts';
import { encodeBlades, encodeMap } from './vat-pictures.ts';
import { openBareCharacter } from './write-cards.ts';

/** Results that are known after the texture of a coat is written. */
export interface VatFacts {
  /** The GLB with the skin of the shells. */
  readonly mesh: string;
  readonly fur: FurVat;
  /** The file that explains how to play the texture. */
  readonly howTo: string;
}

/**
 * Writes the motion of coats that share a GLB as textures, one for each coat. Returns the results of each coat by the name of its output.
 */
export async function writeVat(
  plan: BakePlan,
  { name, actor, coats }: CoatGroup,
  tracks: readonly MorphTrack[],
  sink: FileSink,
): Promise<Map<string, VatFacts>> {
  const facts = new Map<string, VatFacts>();
  const mesh = `${name}-fur-vat.glb`;
  const howTo = placeOutput(plan, 'furVat', `${name}-fur-vat.txt`);
  const motions: { motion: VatMotion; fur: FurVat }[] = [];
  for (const coat of coats) {
    const { output } = coat;
    await sink.next(`motion of ${output.name} as a texture`);
    const motion = encodeVat(plan, coat, actor?.character?.actor ?? null);
    const fur = await writePictures(plan, output, motion, sink);
    motions.push({ motion, fur });
    facts.set(output.name, { mesh, fur, howTo });
  }
  const file = actor
    ? await openBareCharacter(plan, actor, tracks, false)
    : createFurFile(name, false, new Float64Array(0));
  for (const { motion, fur } of motions) addVatMesh(file.patch, motion, fur);
  await sink.write(placeOutput(plan, 'furVat', mesh), 'furVat', encodeFurFile(file).bytes);
  const [first] = facts.values();
  if (first) await sink.write(howTo, 'furVat', new TextEncoder().encode(describeFurPlayback(first)));
  return facts;
}

async function writePictures(
  plan: BakePlan,
  output: ShellsOutput,
  { layout, texels }: VatMotion,
  sink: FileSink,
): Promise<FurVat> {
  const { times, firstFrame } = plan;
  const { name, look, maps, texcoords } = output;
  const vat: VatFile = {
    ...layout,
    file: `${name}-vat.exr`,
    fps: fractionToNumber(times.fps),
    start: times.seconds(firstFrame),
  };
  await sink.write(
    placeOutput(plan, 'furVat', vat.file),
    'furVat',
    encodeExrColor(texels, layout.width, layout.height),
  );
  const blades = encodeBlades(look.textures, `${name}-blades.png`);
  await sink.write(placeOutput(plan, 'furVat', blades.atlas.file), 'furVat', blades.bytes);
  const files: Record<'color' | 'density', string | null> = { color: null, density: null };
  for (const kind of ['color', 'density'] as const) {
    const map = texcoords && maps[kind];
    if (!map) continue;
    files[kind] = `${name}-${kind}.png`;
    await sink.write(placeOutput(plan, 'furVat', files[kind]), 'furVat', encodeMap(map, kind));
  }
  return {
    ...describeCoat(output),
    blades: blades.atlas,
    colorMap: files.color,
    densityMap: files.density,
    vat,
  };
}
