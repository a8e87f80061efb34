/** Frequencies, Hz, of the motion that follows the hand and of the motion that springs back. */
const leadRate = 5;
const backRate = 2.6;
/** Damping ratio when it springs back. Below 1 it overshoots, which makes the motion of flesh visible. */
const backDamping = 0.45;
/** Maximum duration of one step, seconds. */
const longestStep = 1 / 240;

/** A position that follows a hand smoothly, and springs back when it is released. Units are those of the caller. */
export class HandSpring {
  readonly value: [number, number, number] = [0, 0, 0];
  readonly velocity: [number, number, number] = [0, 0, 0];
  /** The position to which the hand pulls. Null if the spring is free. */
  target: readonly [number, number, number] | null = null;

  /** Advances the spring. Returns whether it moves. */
  advance(seconds: number): boolean {
    const steps = Math.max(1, Math.ceil(seconds / longestStep));
    const dt = seconds / steps;
    const isHeld = this.target !== null;
    const omega = 2 * Math.PI * (isHeld ? leadRate : backRate);
    const ratio = isHeld ? 1 : backDamping;
    for (let step = 0; step < steps; step++) {
      for (let axis = 0; axis < 3; axis++) {
        const away = this.value[axis] - (this.target?.[axis] ?? 0);
        this.velocity[axis] -= (omega * omega * away + 2 * ratio * omega * this.velocity[axis]) * dt;
        this.value[axis] += this.velocity[axis] * dt;
      }
    }
    return this.energy > 1e-8 || isHeld;
  }

  private get energy(): number {
    let sum = 0;
    for (let axis = 0; axis < 3; axis++) sum += this.value[axis] ** 2 + (this.velocity[axis] / 20) ** 2;
    return sum;
  }
}
