import type { SimulatedBody } from '../simulated-body.ts';

type Shape = SimulatedBody['mesh'];

/** A box about its middle. */
export function box(x: number, y: number, z: number): Shape {
  const positions: number[] = [];
  for (const sx of [-0.5, 0.5])
    for (const sy of [-0.5, 0.5]) for (const sz of [-0.5, 0.5]) positions.push(sx * x, sy * y, sz * z);
  const indices = [
    0, 1, 5, 0, 5, 4, 2, 7, 3, 2, 6, 7, 0, 3, 1, 0, 2, 3, 4, 5, 7, 4, 7, 6, 0, 6, 2, 0, 4, 6, 1, 3, 7, 1, 7,
    5,
  ];
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** A cylinder about its middle whose axle is along z. */
export function cylinder(radius: number, length: number, sides = 64): Shape {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let k = 0; k < sides; k++) {
    const angle = (2 * Math.PI * k) / sides;
    for (const z of [-length / 2, length / 2])
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), z);
    const next = (k + 1) % sides;
    indices.push(2 * k, 2 * next, 2 * next + 1, 2 * k, 2 * next + 1, 2 * k + 1);
    if (k > 0 && k < sides - 1) indices.push(0, 2 * next, 2 * k, 1, 2 * k + 1, 2 * next + 1);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** A ball about its middle. */
export function ball(radius: number, around = 48): Shape {
  const down = around / 2;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= down; j++) {
    const v = (Math.PI * j) / down;
    for (let i = 0; i < around; i++) {
      const u = (2 * Math.PI * i) / around;
      positions.push(
        radius * Math.sin(v) * Math.cos(u),
        radius * Math.cos(v),
        radius * Math.sin(v) * Math.sin(u),
      );
      if (j === down) continue;
      const [a, b] = [around * j + i, around * j + ((i + 1) % around)];
      if (j > 0) indices.push(a, b, a + around);
      if (j < down - 1) indices.push(b, b + around, a + around);
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}
