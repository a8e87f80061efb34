import { furStoreIndex as planes } from '../records.generated.ts';

/** Reference implementation that interpolates roots and rest directions at a fraction of the tick. See kernels/fur/skin.ts. */
export function placeSkin(
  doubles: Float64Array,
  at: Uint32Array,
  fraction: number,
  rate: number,
  count: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const from = at[planes.rootStart + axis];
    const to = at[planes.rootEnd + axis];
    const out = at[planes.root + axis];
    for (let i = 0; i < count; i++) {
      const a = doubles[from + i];
      doubles[out + i] = a + fraction * (doubles[to + i] - a);
    }
  }
  const mixed = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const a = doubles[at[planes.normalStart + axis] + i];
      mixed[axis] = a + fraction * (doubles[at[planes.normalEnd + axis] + i] - a);
    }
    const [x, y, z] = mixed;
    const size = Math.sqrt(x * x + y * y + z * z);
    const inverse = 1 / (size < 1e-9 ? 1e-9 : size);
    const reach = doubles[at[planes.length] + i] * rate;
    for (let axis = 0; axis < 3; axis++) {
      const n = at[planes.normal + axis] + i;
      const old = doubles[n];
      const normal = size < 1e-9 ? old : mixed[axis] * inverse;
      const velocity = doubles[at[planes.rootVelocity + axis] + i];
      doubles[at[planes.skinVelocity + axis] + i] = velocity + reach * (normal - old);
      doubles[n] = normal;
    }
  }
}
