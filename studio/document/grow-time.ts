import { FrameTimes } from '../../src/index.ts';
import { ticksPerSecond } from '../run/run-session.ts';
import { setValue } from './edit-scene.ts';
import type { SceneData } from './studio-document.ts';

/** Returns the scene, extended so that it contains the tick, up to the next output frame. */
export function growTime(scene: SceneData, endTick: number): SceneData {
  const {
    start = 0,
    end = 3,
    fps = 30,
  } = (scene.time ?? {}) as { start?: number; end?: number; fps?: number };
  const needed = start + endTick / ticksPerSecond;
  if (needed <= end + 1e-9) return scene;
  const rate = Number(fps) || 30;
  const frames = Math.ceil((needed - start) * rate - 1e-6);
  return setValue(scene, 'time', 'end', Number((start + frames / rate).toFixed(6)));
}

/** Returns the last tick of a scene. */
export function lastTickOf(scene: SceneData): number {
  const { start = 0, end = 3 } = (scene.time ?? {}) as { start?: number; end?: number };
  return new FrameTimes(start, end, ticksPerSecond).count - 1;
}
