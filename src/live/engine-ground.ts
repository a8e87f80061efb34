import type { GridGround } from './grid-ground.ts';
import type { RigCollider } from './rig-collider.ts';

/** What the live grounds of all engines have that draw a `GridGround`. */
export class EngineGround {
  /** grid: the ground, which the engine's class draws. */
  protected constructor(protected readonly grid: GridGround) {}

  /** While true, motion leaves no print. */
  get paused(): boolean {
    return this.grid.session.paused;
  }

  set paused(value: boolean) {
    this.grid.session.paused = value;
  }

  /** The reason why the simulation has ended. Null while it runs. */
  get failure(): string | null {
    return this.grid.session.failure;
  }

  /** Adds a collider that leaves prints. The first one starts the simulation. */
  add(collider: RigCollider): void {
    this.grid.add(collider);
  }

  remove(collider: RigCollider): void {
    this.grid.session.remove(collider);
  }

  /** Marks a cut: everything was moved elsewhere, and there is no motion from the last frame to the next one. */
  cut(): void {
    this.grid.session.cut();
  }

  /** Resets all ground to untouched. */
  reset(): void {
    this.grid.reset();
  }

  /** Returns the height of the ground at a place in its own space (that of the drawn object), m. Null outside of it. */
  heightAt(x: number, z: number): number | null {
    return this.grid.heightAt(x, z);
  }
}
