import { measureRest } from '../../motion/measure-rest.ts';
import type { Rig } from '../../motion/rig.ts';

/**
 * Adds a warning for skins whose joints are descendants of a strongly scaled node. Exporters that mix centimetres and metres write such
 * files. Sizes must be measured on the posed surface, as Aftermotion does, not from raw positions.
 */
export function warnOfScaledArmatures(rig: Rig, warnings: string[]): void {
  const named = new Set<number>();
  for (const skin of rig.skins) {
    for (let node = skin.joints[0]; node >= 0; node = rig.nodes[node].parent) {
      const [x, y, z] = rig.nodes[node].scale.map(Math.abs);
      const scale = Math.cbrt(x * y * z);
      if ((scale > 0.5 && scale < 2) || named.has(node)) continue;
      named.add(node);
      const height = measureRest(rig).height;
      warnings.push(
        `node ${node} "${rig.nodes[node].name}" scales the skeleton by ${format(scale)}; ` +
          `the posed surface measures ${format(height)} units from sole to crown`,
      );
    }
  }
}

function format(value: number): string {
  return String(Number(value.toPrecision(3)));
}
