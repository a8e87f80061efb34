import type { SprayBody } from './spray-body.ts';
import type { SprayGround } from './spray-ground.ts';

/**
 * What triangles that leave the ground are going to take along in a step. Gathered first and taken together, since a triangle
 * finds what it touches in the ground as all of them left it.
 */
export class Takings {
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

  /** Takes all of it out of the ground. */
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
