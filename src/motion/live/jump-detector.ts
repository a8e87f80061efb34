/** Seconds of motion that a speed is judged over. */
const window = 0.25;
/** A move this many times as far as any other within the window does not go on with the same motion. */
const maxGrowth = 2.5;
/** So many jumps within a second are no accident. */
const repeatedCount = 3;

/**
 * Tells a jump (something was put elsewhere) from a fast motion.
 *
 * A single frame says little: where physics steps at 60 Hz and the screen draws at 144 Hz, a whole step of 1/60 s falls into
 * one frame of 1/144 s. So a move that is too fast for its own frame is still a motion if the mean speed over the last
 * quarter of a second is not too fast, and similar moves came before it.
 */
export class JumpDetector {
  /** Jumps found so far. */
  count = 0;
  /** Speed within its own frame of the fastest jump so far, m/s. */
  maxJumpSpeed = 0;

  private readonly moves: { readonly distance: number; readonly dt: number }[] = [];
  private time = 0;
  private readonly jumpTimes: number[] = [];

  /** maxSpeed: what moves faster has jumped, m/s. */
  constructor(readonly maxSpeed: number) {}

  /** Whether a move of `distance` m within the last `dt` seconds is a jump. */
  judge(distance: number, dt: number): boolean {
    const { moves, maxSpeed } = this;
    this.time += dt;
    let [covered, passed, longest] = [distance, dt, 0];
    for (const move of moves) {
      covered += move.distance;
      passed += move.dt;
      longest = Math.max(longest, move.distance);
    }
    const isSteady = covered <= maxSpeed * passed && distance <= maxGrowth * longest;
    const isJump = distance > maxSpeed * dt && !isSteady;
    moves.push({ distance, dt });
    for (let rest = passed - moves[0].dt; rest > window; rest -= moves[0].dt) moves.shift();
    if (isJump) {
      this.count++;
      this.maxJumpSpeed = Math.max(this.maxJumpSpeed, distance / dt);
      this.jumpTimes.push(this.time);
      if (this.jumpTimes.length > repeatedCount) this.jumpTimes.shift();
    }
    return isJump;
  }

  /** Whether the last three jumps came within a second: a motion that is faster than `maxSpeed`, most likely. */
  get isRepeated(): boolean {
    const { jumpTimes, time } = this;
    return jumpTimes.length === repeatedCount && time - jumpTimes[0] <= 1;
  }

  /** What comes next has nothing to do with the motion so far. */
  reset(): void {
    this.moves.length = 0;
  }
}
