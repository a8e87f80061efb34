import { boundJoints } from '../../gpu/fur/bound-joints.ts';
import { CardFur, type FurDrawer } from '../../gpu/fur/card-fur.ts';
import { explainCpu } from '../../gpu/fur/explain-cpu.ts';
import type { FurStep } from '../../gpu/fur/gpu-fur.ts';
import { findBones } from '../../gpu/fur/pack-fur.ts';
import { placeStrands, showStrands } from '../../gpu/fur/place-strands.ts';
import { moveRows, rebase, SkinPalette } from '../../gpu/fur/skin-palette.ts';
import { maxOf } from '../../math/lists.ts';
import type { Collider, RigidPose } from '../../motion/collider.ts';
import { movePoints } from '../../motion/move-points.ts';
import { gatherPositions } from '../../systems/fur/carrier/pose-carrier.ts';
import type { Fur } from '../../systems/fur/create-fur.ts';
import { findColliders } from '../../systems/fur/step.ts';
import type { CardRenderer } from '../card-renderer.ts';
import { openCardOf } from '../card-renderer.ts';
import type { FurObject } from './fur-object.ts';
import { LiveSkin } from './live-skin.ts';
import type { ObjectSkin } from './read-skin.ts';

/** What a live fur has when it moves to the card. */
export interface OpenedFur {
  readonly fur: Fur;
  readonly object: FurObject;
  /** The meshes, and their skin on the CPU. Null for a patch. */
  readonly skin: ObjectSkin | null;
  readonly whole: LiveSkin | null;
  /** Whether flesh displaces the skin. */
  readonly isSoft: boolean;
  readonly origin: { toArray(): number[] };
  readonly renderer?: CardRenderer;
  /** WebGPU. Default: that of the browser. */
  readonly api?: GPU;
  /** Called when the strands of a frame have been read. */
  readonly onRead: () => void;
}

/**
 * Live fur on a graphics card. It reads the skin in each frame: as the matrices of bones, or, if morph targets or flesh also move it, as
 * positions.
 */
export class FurOnCard {
  /** The skin whose motion is read. If bones move it and it is drawn from the card, boxes around the joints stand for it. */
  readonly skin: LiveSkin | null;
  private current: Float64Array;
  private previous: Float64Array;
  private readonly from: Float64Array;
  private readonly to: Float64Array;
  private base = [0, 0, 0];
  private lastBase = [0, 0, 0];
  private turn: ArrayLike<number> | null = null;
  private isCut = true;
  private steps: FurStep[] = [];
  /** Box that contains all strands during the frame, for bodies. */
  private readonly box = new Float64Array(6);
  private readonly boxes = { before: new Float64Array(6), now: new Float64Array(6) };
  private readonly longest: number;

  /** Returns the reason as text if the fur must stay on the CPU. */
  static async open(opened: OpenedFur): Promise<FurOnCard | string> {
    const { fur, object, skin, whole, isSoft, origin, renderer, api, onRead } = opened;
    const bones = isSoft ? null : findBones(fur.state);
    const drawer = renderer ? await openDrawer(renderer, object) : null;
    if (typeof drawer === 'string') return drawer;
    const card = await CardFur.open(fur.state, bones, drawer ?? api, onRead);
    if (typeof card === 'string') return card;
    const palette = bones && skin && new SkinPalette(skin.actor.rig, fur.surfaces, bones.centers);
    const boxes =
      palette && drawer && skin
        ? new LiveSkin(
            {
              actor: { ...skin.actor, rig: boundJoints(skin.actor.rig, fur.surfaces) },
              readPose: skin.readPose,
            },
            fur.surfaces,
            origin,
          )
        : null;
    if (drawer) object.drawFrom(card);
    return new FurOnCard(card, opened, drawer, palette, boxes ?? whole);
  }

  private constructor(
    private readonly card: CardFur,
    private readonly opened: OpenedFur,
    private readonly drawn: FurDrawer | null,
    private readonly palette: SkinPalette | null,
    skin: LiveSkin | null,
  ) {
    this.skin = skin;
    this.longest = maxOf(opened.fur.state.prepared.simulatedLengths);
    const size = palette?.rows.length ?? opened.fur.state.skin.positions.length;
    [this.current, this.previous, this.from, this.to] = [0, 1, 2, 3].map(() => new Float64Array(size));
  }

  get device(): string {
    return this.card.device;
  }

  /** The reason why the card can no longer be used. Null while it can. */
  get lost(): string | null {
    return this.card.lost;
  }

  /** Whether a frame is being read, so that the next one must wait. */
  get isBusy(): boolean {
    return this.card.isBusy;
  }

  get isDrawing(): boolean {
    return this.card.isDrawing;
  }

  /** Bytes that were copied to the card since the start. */
  get uploadedBytes(): number {
    return this.card.gpu.counts.uploadedBytes;
  }

  /** Copies the strands of the CPU, on the skin in its current pose, to the card. */
  load(): void {
    if (this.skin && this.skin.read(true, 0) === 'lost') return;
    this.capture('cut', null);
    this.card.load();
  }

  /** Takes the pose that `skin` has read. carry: the part of the reference's motion that is not felt. */
  capture(motion: 'moved' | 'cut', carry: RigidPose | null): void {
    const { palette, skin, opened } = this;
    [this.previous, this.current] = [this.current, this.previous];
    this.isCut = motion === 'cut' && skin !== null;
    this.turn = null;
    if (carry && !this.isCut) {
      if (palette) moveRows(this.previous, carry);
      else movePoints(this.previous, carry, this.previous);
      this.turn = carry.rotation;
    }
    const { carrier } = opened.fur.state.prepared;
    if (palette && skin) {
      palette.read(skin.pose, opened.origin.toArray());
      this.current.set(palette.rows);
    } else if (skin && carrier.skin) gatherPositions(this.current, skin.last, carrier.skin.vertexOf);
    else this.current.set(carrier.positions);
    this.lastBase = this.base;
    const points = skin?.last ?? this.current;
    this.base = middleOf(points);
    this.surround(points);
  }

  /** Adds a step over a part of the motion between the last two poses. */
  addStep(step: Omit<FurStep, 'isCut' | 'bodies'>, all: readonly Collider[]): void {
    const { box, base, isCut } = this;
    const colliders = findColliders(this.opened.fur.state, all);
    const bodies = this.card.addBodies({ colliders, dt: step.dt, box, base });
    this.steps.push({ ...step, isCut, bodies });
  }

  /** Compiles what bodies need. The card is busy until then. */
  prepareBodies(): void {
    void this.card.prepareBodies();
  }

  /** The reason why bodies cannot press the fur on the card. Null if they can, or if they never press it. */
  explainBodies(): string | null {
    const { params } = this.opened.fur.state;
    return params.collide && !params.paper ? explainCpu(params, 1) : null;
  }

  /** Runs the steps. */
  run(): void {
    const { base, from, to, steps, turn, palette, isCut } = this;
    this.steps = [];
    const shift = palette ? rebase : move;
    shift(from, this.previous, isCut ? this.lastBase : base);
    shift(to, this.current, base);
    this.card.run({ base, from, to, turn, steps });
    if (this.isDrawing && this.skin) this.opened.object.bound(this.skin.last);
  }

  /** Writes the strands that were read last to the output of the fur. */
  showLatest(): void {
    const { latest } = this.card;
    if (latest) showStrands(this.opened.fur.state, latest, this.drawnVertices);
  }

  /** Reads the strands, for rays and for the CPU. Returns false if the device is lost. */
  async read(): Promise<boolean> {
    return (await this.card.read()) !== null;
  }

  /**
   * Continues on the CPU with the strands that were read last. The skin must have been read in its current pose. Returns false if the strands
   * were lost with the card.
   */
  place(): boolean {
    const { whole, fur } = this.opened;
    const { latest } = this.card;
    if (!latest) return false;
    const surfaces = whole ? [whole.surface] : [];
    placeStrands(
      fur.state,
      { surfaces, colliders: [], heightfields: [], drives: [], startTime: fur.state.time },
      latest,
    );
    return true;
  }

  dispose(): void {
    if (this.isDrawing) this.opened.object.drawFrom(null);
    this.card.dispose();
  }

  /** Extends `box` to the strands of a skin at these points. After a cut it contains only these. */
  private surround(points: ArrayLike<number>): void {
    const { box, boxes, longest, isCut } = this;
    boxes.before.set(boxes.now);
    const { before, now } = boxes;
    now.fill(Infinity, 0, 3);
    now.fill(-Infinity, 3);
    for (let k = 0; k < points.length; k++) {
      const axis = k % 3;
      now[axis] = Math.min(now[axis], points[k] - longest);
      now[3 + axis] = Math.max(now[3 + axis], points[k] + longest);
    }
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = isCut ? now[axis] : Math.min(before[axis], now[axis]);
      box[3 + axis] = isCut ? now[3 + axis] : Math.max(before[3 + axis], now[3 + axis]);
    }
  }

  private get drawnVertices(): ArrayLike<number> | null {
    return this.drawn?.vertices ?? null;
  }
}

async function openDrawer(renderer: CardRenderer, object: FurObject): Promise<FurDrawer | string> {
  const card = await openCardOf(renderer);
  if (typeof card === 'string') return card;
  const { vertices, strands, fins } = object.drawn;
  return {
    device: card.device,
    vertices,
    get target() {
      return card.find(strands);
    },
    fins: fins && {
      ...fins,
      get target() {
        return card.find(fins.values);
      },
    },
  };
}

/** Writes positions relative to `base` to `out`. */
function move(out: Float64Array, points: Float64Array, base: ArrayLike<number>): void {
  for (let k = 0; k < out.length; k++) out[k] = points[k] - base[k % 3];
}

/** Returns the middle of points [3 · n], which float32 numbers represent exactly. */
function middleOf(points: ArrayLike<number>): number[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < points.length; k++) {
    low[k % 3] = Math.min(low[k % 3], points[k]);
    high[k % 3] = Math.max(high[k % 3], points[k]);
  }
  return low.map((value, axis) => Math.fround((value + high[axis]) / 2));
}
