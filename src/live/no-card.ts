/** Returns the failure of something live whose option `backend` is `webgpu`, if the graphics card cannot be used for this reason. */
export function describeNoCard(reason: string): string {
  return `backend: webgpu is not possible: ${reason}; use auto, which then takes the CPU`;
}
