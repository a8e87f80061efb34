import type { SprayBody } from './spray-body.ts';
import type { SprayGround } from './spray-ground.ts';

/**
 * The material that triangles which leave the ground take along in a step. It is listed first and taken from the ground afterwards, so
 * that all triangles are tested against the same heights.
 */
export class PendingPickUps {
  private count = 0;
  private bodies: SprayBody[] = [];
  /** [4 · count] triangle, column, row, units. */
  private numbers = new Int32Array(256);

  add(body: SprayBody, triangle: number, i: number, j: number, units: number): void {
    const { count } = this;
    if (4 * count === this.numbers.length) {
      const longer = new Int32Array(2 * this.numbers.length);
      longer.set(this.numbers);
      this.numbers = longer;
    }
    this.bodies[count] = body;
    this.numbers[4 * count] = triangle;
    this.numbers[4 * count + 1] = i;
    this.numbers[4 * count + 2] = j;
    this.numbers[4 * count + 3] = units;
    this.count++;
  }

  /** Moves all listed material from the ground to the triangles, and clears the list. */
  take(ground: SprayGround): void {
    const { numbers } = this;
    for (let n = 0; n < this.count; n++) {
      const units = numbers[4 * n + 3];
      if (ground.take(numbers[4 * n + 1], numbers[4 * n + 2], units)) {
        this.bodies[n].units[numbers[4 * n]] += units;
      }
    }
    this.count = 0;
    this.bodies.length = 0;
  }
}
