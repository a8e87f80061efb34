/** Duration over which the mean speed is computed, seconds. */
const window = 0.25;
/** A displacement that is more than this many times larger than every other one within the window is not part of the same motion. */
const maxGrowth = 2.5;
/** If this many jumps occur within a second, they are probably a fast motion. */
const repeatedCount = 3;

/**
 * Distinguishes a jump (a teleport) from a fast motion.
 *
 * A single frame is not enough: if physics steps at 60 Hz and the screen renders at 144 Hz, a whole step of 1/60 s appears in one frame of
 * 1/144 s. So if the speed within a single frame is too high, this is still not a jump if the mean speed over the last quarter of a second
 * is not too high, and similar displacements came before.
 */
export class JumpDetector {
  /** Number of jumps found so far. */
  count = 0;
  /** Maximum speed of the jumps so far, m/s, each measured within its own frame. */
  maxJumpSpeed = 0;

  private readonly moves: { readonly distance: number; readonly dt: number }[] = [];
  private time = 0;
  private readonly jumpTimes: number[] = [];

  /** maxSpeed: a motion that is faster counts as a jump, m/s. */
  constructor(readonly maxSpeed: number) {}

  /** Returns whether a displacement of `distance` m within the last `dt` seconds is a jump. */
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

  /** Whether the last three jumps came within a second. Then they are most likely a motion that is faster than `maxSpeed`. */
  get isRepeated(): boolean {
    const { jumpTimes, time } = this;
    return jumpTimes.length === repeatedCount && time - jumpTimes[0] <= 1;
  }

  /** Forgets the motion so far. */
  reset(): void {
    this.moves.length = 0;
  }
}
