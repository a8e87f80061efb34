import { Pose } from '../../../motion/pose.ts';
import type { FurRun } from '../../../systems/fur/testing/fur-run.ts';
import type { Gpu } from '../../gpu.ts';
import { GpuFur, type ReadStrands } from '../gpu-fur.ts';
import { findBones } from '../pack-fur.ts';
import { rebase, SkinPalette } from '../skin-palette.ts';

const everywhere = Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity);

/** A run of fur on the card, with the inputs of a run on the CPU. It may have other states, but the same time. */
export class CardRun {
  tick: number;
  private readonly pose: Pose | null;
  private readonly palette: SkinPalette | null;
  private before: Float64Array;
  private after: Float64Array;

  static async open(gpu: Gpu, run: FurRun): Promise<CardRun> {
    const fur = await GpuFur.create(gpu, run.state, findBones(run.state));
    if (run.inputs.colliders.length > 0) await fur.prepareBodies();
    return new CardRun(fur, run);
  }

  private constructor(
    readonly fur: GpuFur,
    private readonly run: FurRun,
  ) {
    this.tick = run.tick;
    const { carrier, actor } = run.prepared;
    const { skin } = carrier;
    const bones = findBones(run.state);
    const palette = skin && bones && new SkinPalette(skin.rig, skin.surfaces, bones.centers);
    this.palette = palette;
    this.pose = actor && new Pose(actor.rig);
    const size = palette ? palette.rows.length : carrier.positions.length;
    this.before = new Float64Array(size);
    this.after = new Float64Array(size);
  }

  /** Runs the next ticks as one frame, and copies what is drawn to `target`, if there is one. */
  step(ticks = 1, target: GPUBuffer | null = null): void {
    this.fur.run(this.frame(ticks), target);
  }

  stepAndRead(): Promise<ReadStrands> {
    return this.fur.runAndRead(this.frame(1));
  }

  private addBodies(tick: number, base: readonly number[]): number {
    const { run, fur } = this;
    run.options.advance?.(run.timeOf(tick), run.timeOf(tick + 1));
    return fur.bodies.add({ colliders: run.inputs.colliders, dt: 1 / run.rate, box: everywhere, base });
  }

  private frame(ticks: number) {
    const { run, pose, palette, before, after } = this;
    const { prepared } = run;
    const first = this.tick;
    this.tick += ticks;
    const [t0, t1] = [run.timeOf(first), run.timeOf(this.tick)];
    const { actor, carrier } = prepared;
    const isCut = actor?.cutBetween(t0, t1) ?? false;
    const base = [0, 0, 0];
    if (palette && actor && pose) {
      const origin = [0, 0, 0];
      palette.read(actor.poseAt(t0, pose), origin);
      const from = palette.rows.slice();
      palette.read(actor.poseAt(t1, pose), origin);
      for (let axis = 0; axis < 3; axis++) base[axis] = palette.rows[4 * axis + 3];
      rebase(before, from, isCut ? [from[3], from[7], from[11]] : base);
      rebase(after, palette.rows, base);
    } else {
      before.set(carrier.positions);
      after.set(carrier.positions);
    }
    return {
      base,
      from: before,
      to: after,
      steps: Array.from({ length: ticks }, (_, k) => ({
        bodies: this.addBodies(first + k, base),
        s0: k / ticks,
        s1: (k + 1) / ticks,
        time: run.timeOf(first + k),
        dt: 1 / run.rate,
        isCut,
      })),
    };
  }
}
