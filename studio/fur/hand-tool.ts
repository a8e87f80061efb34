import type { ShellsChange } from '../outputs/shells/feed.ts';
import type { Stage } from '../stage/index.ts';
import type { PointerTool } from '../view/pointer-tool.ts';
import { movedBy, pickShells, type ShellsHit } from './pick-shells.ts';

type Point = readonly [number, number, number];

export interface HandToolOptions {
  stage(): Stage | null;
  /** Called when a hand touches fur. Returns true if the run can add a push. */
  begin(hit: ShellsHit, point: Point, away: Point): boolean;
  end(): void;
  /**
   * Called with the position of the pointer over the fur in pixels, and its distance from the camera, m. Null if the pointer is not over
   * fur.
   */
  hover(position: { x: number; y: number; distance: number } | null): void;
}

/** If skin moves faster than this, m/s, it is a jump. */
const fastest = 60;

/** A hand that moves over fur. Because the fur moves under the hand, the hand's position in the world is computed for every time step. */
export class HandTool implements PointerTool {
  private pointer: readonly [number, number] = [0, 0];
  private distance = 0;
  private isDown = false;
  /** The last two states of each fur that were shown, with their times. */
  private readonly moments = new Map<string, { time: number; motion: ShellsChange }[]>();

  constructor(private readonly options: HandToolOptions) {}

  /** Receives the state that was shown at a time, seconds. */
  note(changes: readonly ShellsChange[], time: number): void {
    for (const motion of changes) {
      const [last] = this.moments.get(motion.name) ?? [];
      const earlier = last && last.time < time ? [last] : [];
      this.moments.set(motion.name, [{ time, motion }, ...earlier]);
    }
  }

  /** Forgets these states. Called for another document or another run. */
  forget(): void {
    this.moments.clear();
  }

  press(x: number, y: number): boolean {
    const found = this.pick(x, y);
    if (!found) return false;
    const { hit, direction } = found;
    this.pointer = [x, y];
    this.distance = hit.distance;
    this.isDown = this.options.begin(hit, hit.point, direction);
    return this.isDown;
  }

  drag(x: number, y: number): void {
    this.pointer = [x, y];
    this.hover(this.pointer);
  }

  release(): void {
    if (!this.isDown) return;
    this.isDown = false;
    this.options.end();
  }

  hover(position: readonly [number, number] | null): void {
    const found = position && this.pick(...position);
    if (found) this.options.hover({ x: position[0], y: position[1], distance: found.hit.distance });
    else if (position && this.isDown)
      this.options.hover({ x: position[0], y: position[1], distance: this.distance });
    else this.options.hover(null);
  }

  frame(): boolean {
    return this.isDown;
  }

  leave(): void {
    this.release();
    this.options.hover(null);
  }

  /** Returns the predicted position of the hand at a time, seconds, if the fur below it continues its current motion. */
  pointAt(time: number): Point {
    const found = this.pick(...this.pointer);
    if (found) {
      const { hit } = found;
      this.distance = hit.distance;
      const [last, before] = this.moments.get(hit.name) ?? [];
      if (!last || !before) return hit.point;
      const fraction = (time - last.time) / (last.time - before.time);
      const displacement = movedBy(hit, before.motion, last.motion);
      const speed = Math.hypot(displacement[0], displacement[1], displacement[2]) / (last.time - before.time);
      if (!(speed < fastest)) return hit.point;
      return [0, 1, 2].map((axis) => hit.point[axis] + fraction * displacement[axis]) as unknown as Point;
    }
    // Outside of the fur, the hand keeps its distance from the camera.
    const ray = this.options.stage()?.rayAt(...this.pointer);
    if (!ray) return [0, 0, 0];
    const { origin, direction } = ray;
    return [0, 1, 2].map((axis) => origin[axis] + this.distance * direction[axis]) as unknown as Point;
  }

  private pick(x: number, y: number): { hit: ShellsHit; direction: Point } | null {
    const stage = this.options.stage();
    if (!stage) return null;
    const { origin, direction } = stage.rayAt(x, y);
    const hit = pickShells(stage.drawings.shells.all, origin, direction);
    return hit && { hit, direction };
  }
}
