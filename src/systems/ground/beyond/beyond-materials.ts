import type { MaterialName } from '../rules/materials.ts';

/** Slopes that stand where a material is compacted or wet, rad: ours, judged by eye. */
export const beyondMaterials: {
  readonly [Name in MaterialName]: { readonly compactedSlope: number; readonly wetSlope: number };
} = {
  sand: { compactedSlope: 0.9, wetSlope: 1.1 },
  mud: { compactedSlope: 1.3, wetSlope: 0.5 },
  snow: { compactedSlope: 1.57, wetSlope: 1.57 },
};
