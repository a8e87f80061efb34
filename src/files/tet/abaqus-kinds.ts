import {
  type ElementKind,
  line2,
  line3,
  otherKind,
  tet4,
  tet10,
  triangle3,
  triangle6,
} from './element-kinds.ts';

/**
 * Element types of Abaqus and CalculiX, by patterns of their names. The letters for variants (reduced, hybrid, thermal …) are optional.
 * Node orders are those of `TetMesh.tets`.
 */
const patterns: readonly (readonly [RegExp, ElementKind])[] = [
  [/^[ADF]?C?3D4[A-Z]*$/, tet4],
  [/^[ADF]?C?3D10[A-Z]*$/, tet10],
  [/^[ADF]?C?3D(8|20|27)[A-Z]*$/, otherKind('hexahedra', 3, 0)],
  [/^[ADF]?C?3D(6|15|15V)[A-Z]*$/, otherKind('prisms', 3, 0)],
  [/^[ADF]?C?3D(5|13)[A-Z]*$/, otherKind('pyramids', 3, 0)],
  [/^(CSS8|SC6R|SC8R|COH3D[68])[A-Z]*$/, otherKind('solid shells', 3, 0)],
  [/^(S3|STRI3|DS3|M3D3|SFM3D3|R3D3|CPS3|CPE3|CAX3|DC2D3|F2D3)[A-Z]*$/, triangle3],
  [/^(S6|STRI65|DS6|M3D6|SFM3D6|CPS6|CPE6|CAX6|DC2D6)[A-Z]*$/, triangle6],
  [/^(T3D2|B31|B33|R3D2|T2D2|B21)[A-Z]*$/, line2],
  [/^(T3D3|B32|T2D3|B22)[A-Z]*$/, line3],
];

/** Returns the kind of an element type. Unknown types are skipped as `others`. */
export function findAbaqusKind(type: string): ElementKind | null {
  return patterns.find(([pattern]) => pattern.test(type.toUpperCase()))?.[1] ?? null;
}

/** Corners of the faces S1 to S4 of a tetrahedron. Abaqus manual, "Three-dimensional solid element library". */
export const abaqusFaces: Readonly<Record<string, readonly [number, number, number]>> = {
  S1: [0, 1, 2],
  S2: [0, 3, 1],
  S3: [1, 3, 2],
  S4: [2, 3, 0],
};
