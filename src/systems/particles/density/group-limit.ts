/**
 * Fraction of a key's steps that is left when every particle is controlled alone. If it is smaller, forces become larger: see the
 * test of the peak.
 */
const aloneFraction = 1 / 3;

/**
 * Returns the maximum size of a group, out of `rootSize` particles that began as one. The depth of the tree grows linearly from 0 at
 * the start to single particles when a third of the steps is left. `stepsLeft` is 1 at the last step of `stepCount`. In the last
 * two steps each particle is controlled alone in any case, so that position and velocity are exact.
 */
export function limitGroup(rootSize: number, stepsLeft: number, stepCount: number): number {
  if (stepsLeft <= 2 || rootSize <= 1) return 1;
  const depthAlone = 32 - Math.clz32(rootSize - 1);
  if (stepsLeft <= stepCount * aloneFraction) return 1;
  const passed = (stepCount - stepsLeft) / (stepCount * (1 - aloneFraction));
  const depth = Math.floor(passed * depthAlone);
  return Math.ceil(rootSize / 2 ** depth);
}
