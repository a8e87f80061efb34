import { append } from '../math/lists.ts';
import type { FleshPartInspection } from '../scene/inspect-flesh-part.ts';
import { short } from './inspection-text.ts';
import { selectionLines } from './selection-lines.ts';

/** Describes the contents of a prepared part, in lines for a terminal. */
export function fleshPartLines(part: FleshPartInspection): string[] {
  const vertices = part.vertices.reduce((sum, { count }) => sum + count, 0);
  const lines = [
    `${part.file}: flesh "${part.name}", prepared; ${part.modes} modes on ${vertices} vertices of ` +
      `${part.vertices.length === 1 ? 'one surface' : `${part.vertices.length} surfaces`}`,
    `${part.tetCount} elements, ${part.nodeCount} nodes, ${part.fixedNodeCount} of them attached to the bone; worst element ` +
      `${short(part.worstElement)}, mean ${short(part.meanElement)} (1 is regular, 0 flat)`,
    `Volume ${short(1000 * part.volume)} l; as prepared (10 kPa, 1000 kg/m³): mass ${short(part.mass)} kg, frequencies ` +
      `${part.frequencies.slice(0, 6).map(short).join(', ')}${part.frequencies.length > 6 ? ', …' : ''} Hz`,
    `Static displacement under its own weight: ${part.sag.map((value) => short(100 * value)).join(', ')} cm along x, y, z`,
    `Effective mass of its modes: ${part.effectiveMass.map((fraction) => `${short(100 * fraction)} %`).join(', ')} along x, y, z; ` +
      `expected error of its response ${short(100 * part.expectedError)} %`,
  ];
  if (part.selection) append(lines, selectionLines(part.selection));
  if (part.warnings.length === 0) lines.push('', 'No problem found.');
  else append(lines, ['', ...part.warnings.map((warning) => `note: ${warning}`)]);
  return lines;
}
