/**
 * Returns after the next frame of the browser has begun, for the renderer too, whichever asked for it first. WebGPURenderer draws shadows
 * once for each frame, however often it renders, so a picture that is drawn sooner has the shadows of the one before.
 */
export async function nextFrame(): Promise<void> {
  for (let k = 0; k < 2; k++) await new Promise((resolve) => requestAnimationFrame(resolve));
}
