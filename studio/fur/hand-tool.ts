import type { ShellsChange } from '../outputs/shells/feed.ts';
import type { Stage } from '../stage/index.ts';
import type { PointerTool } from '../view/pointer-tool.ts';
import { movedBy, pickShells, type ShellsHit } from './pick-shells.ts';

type Point = readonly [number, number, number];

export interface HandToolOptions {
  stage(): Stage | null;
  /** A hand comes down on fur: true where the run can take a push. */
  begin(hit: ShellsHit, point: Point, away: Point): boolean;
  end(): void;
  /** Where the pointer is over the fur, pixels, and how far away that is, m; null where there is none. */
  hover(place: { x: number; y: number; distance: number } | null): void;
}

/** Faster skin than this, m/s, has jumped. */
const fastest = 60;

/** A hand that is led over fur. Where it is in the world is asked for with every step of time, as the fur moves below it. */
export class HandTool implements PointerTool {
  private pointer: readonly [number, number] = [0, 0];
  private distance = 0;
  private isDown = false;
  /** The last two moments of each fur that were shown, with their times. */
  private readonly moments = new Map<string, { time: number; motion: ShellsChange }[]>();

  constructor(private readonly options: HandToolOptions) {}

  /** Takes what has been shown at a time, seconds. */
  note(changes: readonly ShellsChange[], time: number): void {
    for (const motion of changes) {
      const [last] = this.moments.get(motion.name) ?? [];
      const earlier = last && last.time < time ? [last] : [];
      this.moments.set(motion.name, [{ time, motion }, ...earlier]);
    }
  }

  /** Another document, or another run. */
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

  hover(place: readonly [number, number] | null): void {
    const found = place && this.pick(...place);
    if (found) this.options.hover({ x: place[0], y: place[1], distance: found.hit.distance });
    else if (place && this.isDown) this.options.hover({ x: place[0], y: place[1], distance: this.distance });
    else this.options.hover(null);
  }

  frame(): boolean {
    return this.isDown;
  }

  leave(): void {
    this.release();
    this.options.hover(null);
  }

  /** Where the hand will be at a time, seconds, if the fur below it goes on as it moves now. */
  pointAt(time: number): Point {
    const found = this.pick(...this.pointer);
    if (found) {
      const { hit } = found;
      this.distance = hit.distance;
      const [last, before] = this.moments.get(hit.name) ?? [];
      if (!last || !before) return hit.point;
      const share = (time - last.time) / (last.time - before.time);
      const way = movedBy(hit, before.motion, last.motion);
      const speed = Math.hypot(way[0], way[1], way[2]) / (last.time - before.time);
      if (!(speed < fastest)) return hit.point;
      return [0, 1, 2].map((axis) => hit.point[axis] + share * way[axis]) as unknown as Point;
    }
    // Beside the fur it goes on as far from the eye as it was.
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
