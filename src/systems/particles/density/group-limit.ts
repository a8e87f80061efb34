/** Share of a key's steps that is left when every particle goes on alone. Later costs force: see the test of the peak. */
const aloneShare = 1 / 3;

/**
 * The most particles that may be led as one, out of `rootSize` that began as one: the depth of the tree grows linearly from
 * nothing at the start to single particles when a third of the steps is left. `stepsLeft` is 1 at the last step of
 * `stepCount`. The last two steps lead each one alone in any case, so that place and velocity are met.
 */
export function limitGroup(rootSize: number, stepsLeft: number, stepCount: number): number {
  if (stepsLeft <= 2 || rootSize <= 1) return 1;
  const depthAlone = 32 - Math.clz32(rootSize - 1);
  if (stepsLeft <= stepCount * aloneShare) return 1;
  const passed = (stepCount - stepsLeft) / (stepCount * (1 - aloneShare));
  const depth = Math.floor(passed * depthAlone);
  return Math.ceil(rootSize / 2 ** depth);
}
