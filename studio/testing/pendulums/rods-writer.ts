import {
  countFrames,
  describeOutput,
  type OutputWriter,
  outputsOfKind,
} from '../../../src/bake/output-definition.ts';
import type { OutputKindName } from '../../../src/bake/output-kinds.ts';
import { placeOutput } from '../../../src/bake/place-output.ts';
import { encodePng8 } from '../../../src/files/png.ts';
import { createPicture, drawLine } from '../../../src/pictures/picture.ts';
import type { RodsOutput } from './rods-output.ts';

const csv = 'rodsCsv' as OutputKindName;
const header = 'frame,rod,x1,y1,z1,x2,y2,z2';

export const rodsWriter: OutputWriter = {
  listPaths(bake, add) {
    for (const { output } of outputsOfKind(bake, 'rods')) {
      add(csv, `${output.name}.csv`, describeOutput(output));
      add('contactSheet', `${output.name}-contact-sheet.png`, describeOutput(output));
    }
  },

  countWork(bake) {
    const { outputs } = bake.plan;
    const files = Number(outputs.includes(csv)) + Number(outputs.includes('contactSheet'));
    return files * outputsOfKind(bake, 'rods').length;
  },

  *estimate(bake) {
    const frames = countFrames(bake.plan);
    const count = outputsOfKind(bake, 'rods').reduce((sum, { output }) => sum + output.count, 0);
    return { files: { rodsCsv: 60 * count * frames }, keptBytes: 48 * count * frames };
  },

  record: (shown) => ({
    take: () => new Uint8Array((shown.output as RodsOutput).ends.slice().buffer),
  }),

  async write(bake, sink) {
    const { plan } = bake;
    const results = new Map<string, Record<string, unknown>>();
    const lines: string[] = [];
    for (const { output, load } of outputsOfKind(bake, 'rods')) {
      const { name, count } = output;
      results.set(name, { rods: { count } });
      const frames = Array.from(
        { length: countFrames(plan) },
        (_, k) => new Float64Array(load(plan.firstFrame + k).slice().buffer),
      );
      if (plan.outputs.includes(csv)) {
        await sink.next(`rods of ${name}`);
        const rows = frames.flatMap((ends, k) =>
          Array.from({ length: count }, (_, rod) =>
            [plan.times.number(plan.firstFrame + k), rod, ...ends.subarray(6 * rod, 6 * rod + 6)].join(','),
          ),
        );
        const file = placeOutput(plan, csv, `${name}.csv`);
        await sink.write(file, csv, new TextEncoder().encode(`${[header, ...rows].join('\n')}\n`));
        lines.push(`  ${file}: the ends of ${count} rods, in metres, a line for each rod and frame.`);
      }
      if (plan.outputs.includes('contactSheet')) {
        await sink.next(`picture of ${name}`);
        const file = placeOutput(plan, 'contactSheet', `${name}-contact-sheet.png`);
        await sink.write(file, 'contactSheet', drawSheet(frames[frames.length - 1]));
      }
    }
    return {
      systemResults: results,
      explain: () => ({ about: lines.length > 0 ? ['Rods', ...lines].join('\n') : '' }),
    };
  },
};

/** Draws the last frame, seen along x. */
function drawSheet(ends: Float64Array): Uint8Array {
  const picture = createPicture(200, 200, [255, 255, 255]);
  const pixel = (value: number) => 100 + 80 * value;
  for (let k = 0; k < ends.length; k += 6) {
    const [y1, z1, y2, z2] = [ends[k + 1], ends[k + 2], ends[k + 4], ends[k + 5]].map(pixel);
    drawLine(picture, z1, 200 - y1, z2, 200 - y2, 2, [0, 0, 0]);
  }
  return encodePng8(picture.rgb, picture.width, picture.height);
}
