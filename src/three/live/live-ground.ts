import { type Object3D, Quaternion, Vector3 } from 'three';
import type { AnyCollider } from '../../live/collider-outbox.ts';
import {
  checkMaxTiles,
  type GroundOptions,
  groundOptionNames,
  readGroundOptions,
} from '../../live/ground-options.ts';
import { type GroundPlace, GroundSession } from '../../live/ground-session.ts';
import type { ForgottenTile, KeptTiles } from '../../live/kept-tiles.ts';
import type { UntouchedGround } from '../../live/untouched-ground.ts';
import { listKeys } from '../../systems/check-values.ts';
import { chooseLook } from '../../systems/ground/choose-look.ts';
import { clodLook, sprayLook } from '../../systems/ground/spray/spray-look.ts';
import { fillNoise } from '../../systems/ground/surface/noise.ts';
import type { PointsLook } from '../../systems/outputs/points.ts';
import type { CardRenderer } from '../card-renderer.ts';
import { GroundObject, type GroundObjectOptions } from '../ground/ground-object.ts';
import { sampleByReading } from '../ground/surroundings.ts';
import type { ParticlesObject } from '../points/particles-object.ts';
import type { PointsShading } from '../points/points-shading.ts';
import { checkReferenceOptions } from './check-reference.ts';
import type { ColliderCovers } from './collider-covers.ts';
import type { ReferenceOptions } from './object-reference.ts';
import type { ReferenceFollower } from './reference-follower.ts';

/**
 * With a `reference` the ground lies on that object, such as the deck of a ship: `object` moves with this object, and prints stay at their
 * position on the deck. With `referenceFactor` 0 (the default) the ground moves fully with the reference, with 1 it does not move.
 */
export interface LiveGroundOptions extends GroundOptions, ReferenceOptions {
  readonly shading?: GroundObjectOptions['shading'];
  readonly surroundings?: GroundObjectOptions['surroundings'];
  /** Creates the materials of flying particles, if there is `spray`: see `ParticlesObjectOptions.shading`. */
  readonly pointsShading?: PointsShading;
  /**
   * Maximum number of touched tiles that are kept, at least 64. A tile has 32 × 32 columns and needs about 7 kB of main memory and 7 kB of
   * graphics memory. If there are more, the tiles that changed longest ago are forgotten: they are drawn and simulated as untouched ground.
   * Default: no maximum. Without one, the trail of a person who runs a kilometre needs 43 MB at `cell` 0.01.
   */
  readonly maxTouchedTiles?: number;
  /**
   * The `WebGPURenderer` that draws the ground. With `backend: 'auto'` or `'webgpu'` its graphics card simulates the ground too, on the page's thread, and heights do not
   * leave the card: see `readHeights`. Not used with `maxTouchedTiles`.
   */
  readonly renderer?: CardRenderer;
  /** Receives the tiles that are forgotten. Pass them to `restore` to bring them back. */
  readonly onForget?: (tiles: readonly ForgottenTile[]) => void;
}

const ownOptions = [
  ...groundOptionNames,
  ...listKeys<Omit<LiveGroundOptions, keyof GroundOptions>>({
    shading: true,
    surroundings: true,
    maxTouchedTiles: true,
    onForget: true,
    renderer: true,
    pointsShading: true,
    reference: true,
    referenceFactor: true,
  }),
];

/** A part is not sent if it stays higher than this above the ground, m. */
const reach = 0.03;
/** The same limit if there is spray, m, since a part that has left the ground still throws particles. */
const sprayReach = 3;
/**
 * Sand, mud or snow in the user's own scene. The simulation runs on a separate thread, not on that of the page. Add `object` to the scene,
 * and add colliders to the ground. Call `update` in every frame after everything has moved.
 *
 * `object` may have any position and may be moved. Prints appear on the ground where `object` is drawn. If the whole world is shifted (a
 * floating origin), shift `object` and the objects of the colliders between two calls of `update`, or shift a parent of all of them. Prints
 * then keep their positions in the ground, and no cut is needed. `object` may also be rotated, for example with a ship that is its parent
 * or its `reference`. The ground then uses the up axis of `object` instead of the world's.
 */
export class LiveGround {
  readonly object: GroundObject;
  /**
   * The particles that fly over the ground, a child of `object`. Null without `spray`, and until the code that draws them has loaded, soon
   * after the ground was created.
   */
  spray: ParticlesObject | null = null;
  private clods: ParticlesObject | null = null;

  private readonly session: GroundSession;
  private readonly options: LiveGroundOptions;
  private referred: Object3D | null = null;
  private factor: number;
  /** Null without a reference, and until its code has loaded. */
  private follower: ReferenceFollower | null = null;
  private readonly hasSpray: boolean;
  /** Whether something falls off colliders, wherever they are. */
  private readonly sheds: boolean;
  /** Shows what sticks to colliders. Its code is loaded when something sticks for the first time. */
  private covers: Promise<ColliderCovers> | null = null;
  private readonly untouched: UntouchedGround;
  /** The parent of `object` before it was disposed. If the ground is used again, `object` is added to this parent again. */
  private parent: Object3D | null = null;

  /**
   * Throws an `InputError` for unknown options, for parameters out of range, and for parameters that name files, because it cannot read
   * files.
   */
  constructor(options: LiveGroundOptions = {}) {
    this.options = options;
    checkReferenceOptions(options, 'LiveGround');
    const { shading, surroundings, maxTouchedTiles, reference = null, referenceFactor = 0 } = options;
    const basis = readGroundOptions(options, ownOptions, 'LiveGround');
    checkMaxTiles(maxTouchedTiles, 'LiveGround.maxTouchedTiles');
    const { params, timed, seed, isPlain, untouched } = basis;
    const { cell } = params;
    const { noise, extent, read } = untouched;
    const readSamples = sampleByReading(read);
    this.object = new GroundObject({
      cell,
      datum: params.datum,
      material: params.material,
      extent,
      shading,
      surroundings,
      look: chooseLook(params),
      ...untouched.cover,
      readInitial: read,
      sampleInitial: (out, i0, j0, count, stride) => {
        // The noise is sampled on a coarser grid, as long as the grid is fine enough for the noise.
        if (untouched.hasStones || stride * cell > noise.wavelength) readSamples(out, i0, j0, count, stride);
        else fillNoise(out, i0 / stride, j0 / stride, count, count, { ...noise, cell: cell * stride });
      },
    });
    this.hasSpray = params.spray;
    this.sheds = params.stickingHalfLife !== undefined;
    this.untouched = untouched;
    this.session = new GroundSession({
      params,
      timed,
      seed,
      isPlain,
      loading: untouched.loading,
      maxTouchedTiles,
      backend: options.backend,
      createWorker: options.createWorker,
      openDrawer: options.renderer && maxTouchedTiles === undefined ? () => this.openDrawer() : undefined,
      keepHeights: (changes) => this.object.keepHeights(changes),
      place: () => this.place(),
      draw: (changes) => this.object.update(changes),
      forget: (tiles) => this.forget(tiles),
      drawSpray: (points, clods) => {
        this.spray?.update(points);
        if (clods) this.clods?.update(clods);
      },
      cover: (collider, part, amounts) => this.cover(collider, part, amounts),
      note: (text) => this.note(text),
    });
    // The session reports a failure.
    untouched.loading?.then(() => this.object.layAgain()).catch(() => {});
    if (params.spray)
      this.loadSpray(params.clodSize > 0).catch((error: Error) =>
        this.note(`the spray is not drawn: ${error.message}`),
      );
    this.factor = referenceFactor;
    this.reference = reference;
  }

  /** While true, `update` does nothing, and motion leaves no print. */
  get paused(): boolean {
    return this.session.paused;
  }

  set paused(value: boolean) {
    this.session.paused = value;
  }

  /**
   * Number of steps that were skipped because the simulation could not keep up. No contact is missed, because a longer sweep replaces the
   * skipped steps.
   */
  get droppedSteps(): number {
    return this.session.droppedSteps;
  }

  /** Total number of steps. */
  get steps(): number {
    return this.session.steps;
  }

  /** Time that the steps of the last frame took, ms. */
  get stepMilliseconds(): number {
    return this.session.stepMilliseconds;
  }

  /** The reason why the simulation has ended. Null while it runs. */
  get failure(): string | null {
    return this.session.failure;
  }

  /** Where the ground is simulated now. With `backend: 'auto'` it is `cpu` until the graphics card is ready. */
  get backend(): 'cpu' | 'webgpu' {
    return this.session.backend;
  }

  /** The name of the graphics card that simulates the ground, as the browser reports it. Null on the CPU. */
  get device(): string | null {
    return this.session.device;
  }

  /** The object on which the ground lies, see the options. May be changed at any time. */
  get reference(): Object3D | null {
    return this.referred;
  }

  set reference(object: Object3D | null) {
    this.referred = object;
    this.follower = null;
    if (object)
      this.follow(object).catch((error: Error) =>
        this.note(`the ground does not follow its reference: ${error.message}`),
      );
  }

  /** Fraction of the reference's motion that the ground does not follow, 0 to 1. May be changed at any time. */
  get referenceFactor(): number {
    return this.factor;
  }

  set referenceFactor(factor: number) {
    this.factor = Math.min(1, Math.max(0, factor));
    if (this.follower) this.follower.factor = this.factor;
  }

  /** Adds a collider that leaves prints. If there is no simulation (also after `dispose`), starts one on untouched ground. */
  add(collider: AnyCollider): void {
    if (this.session.has(collider)) return;
    this.begin();
    this.session.add(collider);
  }

  remove(collider: AnyCollider): void {
    this.session.remove(collider);
  }

  /** Marks a cut: everything was moved elsewhere, and there is no motion from the last frame to the next one. */
  cut(): void {
    this.session.cut();
  }

  /**
   * Restores tiles that `onForget` received, unless the ground was touched there again since. The tiles must come from a ground with the
   * same options; `onNote` reports tiles that do not.
   */
  restore(tiles: readonly ForgottenTile[]): void {
    if (tiles.length === 0) return;
    this.begin();
    this.session.restore(tiles);
  }

  /**
   * If the ground is drawn from the graphics card (see `renderer`), main memory does not know its heights. This reads those that have changed since the last
   * call, for `object.heightAt` and for rays. Without a `renderer` they are always known.
   */
  readHeights(): Promise<void> {
    return this.session.readHeights();
  }

  /** Resets all ground to untouched. */
  reset(): void {
    this.session.end();
    this.drawUntouched();
    this.begin();
    this.session.sendAll();
  }

  /**
   * Advances by `dt` seconds, the time since the last call. Call it after the animation and before the drawing. Does nothing while the
   * Worker is still loading, or after the simulation has ended because of a `failure`.
   */
  update(dt: number): void {
    if (this.follower) this.follower.follow();
    // Until the ground follows its reference, the motion of colliders relative to it is unknown.
    else if (this.referred) this.session.cut();
    this.session.update(dt);
  }

  /**
   * Ends the simulation and frees everything. If a collider is added later, a new simulation starts. So components that are unmounted and
   * mounted again, as in React's StrictMode, need not create another ground.
   */
  dispose(): void {
    this.session.dispose();
    this.drawUntouched();
    this.parent = this.object.parent;
    this.object.dispose();
    this.spray?.dispose();
    this.clods?.dispose();
  }

  private async openDrawer() {
    const { openRendererCard } = await import('../ground/renderer-card.ts');
    return openRendererCard(this.options.renderer!, this.object);
  }

  /** Most grounds have no spray, and need not load the code that draws it. */
  private async loadSpray(hasClods: boolean): Promise<void> {
    const { ParticlesObject } = await import('../points/particles-object.ts');
    const create = (look: PointsLook) => {
      const object = new ParticlesObject({ look, shading: this.options.pointsShading });
      // Rays hit the ground itself, not what is drawn above it.
      object.mesh.raycast = () => {};
      return object;
    };
    this.spray = create(sprayLook);
    this.object.add(this.spray);
    if (!hasClods) return;
    // A child of the spray, so that both are added and removed together.
    this.clods = create(clodLook);
    this.spray.add(this.clods);
  }

  /**
   * Most grounds have no reference, and need not load the code that follows one. Motion of the reference until then is followed as soon as
   * the code has loaded.
   */
  private async follow(reference: Object3D): Promise<void> {
    reference.updateWorldMatrix(true, false);
    const start = reference.matrixWorld.clone();
    const { ReferenceFollower } = await import('./reference-follower.ts');
    if (this.referred !== reference) return;
    this.follower = new ReferenceFollower(this.object, reference, this.factor, start);
  }

  /** Starts the simulation if there is none. */
  private begin(): void {
    if (this.session.isRunning) return;
    if (!this.object.parent) this.parent?.add(this.object);
    this.parent = null;
    if (this.spray && !this.spray.parent) this.object.add(this.spray);
    this.session.begin();
  }

  private drawUntouched(): void {
    this.object.reset();
    this.covers?.then((covers) => covers.clear());
    for (const points of [this.spray, this.clods])
      points?.update({ count: 0, positions: new Float32Array(0) });
  }

  private cover(collider: AnyCollider, part: number, amounts: Uint8Array): void {
    this.covers ??= import('./collider-covers.ts').then((module) => new module.ColliderCovers());
    this.covers.then((covers) => covers.show(collider, part, amounts));
  }

  private place(): GroundPlace {
    const { object, untouched } = this;
    object.updateWorldMatrix(true, false);
    const origin = new Vector3();
    const turn = new Quaternion();
    object.matrixWorld.decompose(origin, turn, new Vector3());
    const isTurned = turn.x !== 0 || turn.y !== 0 || turn.z !== 0;
    return {
      origin: origin.toArray(),
      turn: isTurned ? turn.toArray() : null,
      top: Math.max(untouched.top, object.top) + (this.hasSpray || this.sheds ? sprayReach : reach),
    };
  }

  private forget(tiles: ReturnType<KeptTiles['update']>): void {
    this.object.forget(tiles);
    const stored = tiles.flatMap(({ tileI, tileJ, bytes }) => (bytes ? [{ tileI, tileJ, bytes }] : []));
    if (stored.length > 0) this.options.onForget?.(stored);
  }

  private note(text: string): void {
    this.options.onNote?.(text);
  }
}
