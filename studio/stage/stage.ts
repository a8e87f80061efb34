import { PerspectiveCamera, Raycaster, Scene, Vector2, Vector3 } from 'three';
import type { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { BakeActor, BakeCamera, BakeLights, SurfaceLook } from '../../src/index.ts';
import { append } from '../../src/math/index.ts';
import { targetOf } from '../../src/scene/index.ts';
import type { PointsBox } from '../../src/systems/outputs/index.ts';
import type { GroundObject } from '../../src/three/index.ts';
import type { GroundDescription } from '../outputs/heightfield/stage-grounds.ts';
import type { OutputChange, OutputFacts } from '../outputs/output-feed.ts';
import type { StageKind } from '../outputs/stage-kind.ts';
import { type StageDrawings, stageKinds } from '../outputs/stage-kinds.ts';
import { BrushRing } from './brush-ring.ts';
import type { StageRenderer } from './create-renderer.ts';
import { Floor } from './floor.ts';
import { createMeshActor, loadStageActor, type PosedMesh, type StageActor } from './load-character.ts';
import { Resolution } from './resolution.ts';
import { type Mood, StageLight } from './stage-light.ts';
import { Sun } from './sun.ts';
import {
  type CameraPosition,
  createPointsSubject,
  createStillSubject,
  createSubjectOf,
  inCoat,
  type Point,
  placeCamera,
  type Subject,
  type ViewName,
  viewNames,
} from './views.ts';

/** Views that move with the subject. */
const followingViews: readonly string[] = ['follow', 'character', 'side', 'front', 'top'];

/**
 * A picture of grounds, characters and particles under a low sun, from cameras that follow or that users move. `createStage` creates it.
 */
export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(33, 16 / 9, 0.05, 600);
  /** Controls of the camera. Null if the stage is not shown. */
  readonly controls: OrbitControls | null;
  /** The drawing code of each kind of output. */
  readonly drawings: StageDrawings;
  private readonly light: StageLight;
  /** Whether the CPU draws, because there is no graphics card. */
  isSlow = false;

  private readonly sun = new Sun();
  private readonly ring = new BrushRing();
  private readonly floor = new Floor();
  private readonly caster = new Raycaster();
  private actors: StageActor[] = [];
  private readonly meshes = new Map<string, StageActor>();
  private actorSubject: Subject | null = null;
  private extent: PointsBox | null = null;
  private subject: Subject = createStillSubject([0, 0, 0], 1.75);
  private current = 'follow';
  private cameras: readonly BakeCamera[] = [];
  private lights: BakeLights | null = null;
  /**
   * Whether the user has moved the camera since the view was chosen. If so, the camera keeps its position, in a following view relative to
   * the subject.
   */
  private inHand = false;
  private readonly followed = new Vector3();
  private size = { width: 1, height: 1, pixelRatio: 1 };
  private resolution: Resolution | null = null;
  private still = false;
  private loading = 0;

  constructor(
    private readonly renderer: StageRenderer,
    private readonly warn: (message: string) => void,
    createControls: (camera: PerspectiveCamera) => OrbitControls | null,
  ) {
    const { scene, sun, ring, floor } = this;
    const stage = this;
    const host = {
      scene,
      renderer,
      warn,
      touch: () => this.touch(),
      get isSlow() {
        return stage.isSlow;
      },
    };
    this.drawings = Object.fromEntries(
      Object.entries(stageKinds).map(([kind, create]) => [kind, create(host)]),
    ) as StageDrawings;
    scene.add(sun.light, sun.light.target, ring.object, floor.object);
    this.light = new StageLight(scene, sun, renderer.lightStorage);
    this.controls = createControls(this.camera);
    this.controls?.addEventListener('start', () => {
      this.inHand = true;
    });
  }

  /** Shows the given grounds, untouched, instead of the previous grounds. */
  setGrounds(descriptions: readonly GroundDescription[]): void {
    this.drawings.heightfield.show(descriptions);
  }

  /** Starts to compile the shaders of the current objects, for a first picture. Returns before the shaders are ready. */
  prepare(): void {
    this.lightScene();
    this.renderer.prepare(this.scene, this.camera);
  }

  /** Resets the grounds to untouched, for a run that starts again. */
  resetGrounds(): void {
    this.drawings.heightfield.reset();
  }

  /** Sets the material of a ground, `sand`, `mud` or `snow`, and how it looks different from it. It affects only the appearance. */
  setMaterial(name: string, material: string, look: SurfaceLook): void {
    this.drawings.heightfield.setMaterial(name, material, look);
  }

  /**
   * Shows the outputs of a run instead of the previous outputs, except outputs that change the actors: see `setActorOutputs`. extent:
   * bounds of the outputs over the run, if there are no actors. Rejects if the drawing code cannot be loaded.
   */
  async setOutputs(facts: readonly OutputFacts[], extent: PointsBox | null): Promise<void> {
    this.extent = extent;
    const shown = this.kinds.filter(({ attach }) => !attach).map((kind) => kind.set(facts));
    this.chooseSubject();
    await Promise.all(shown);
  }

  /** Shows outputs that change the actors, instead of the previous ones. */
  setActorOutputs(facts: readonly OutputFacts[]): void {
    for (const kind of this.kinds) if (kind.attach) void kind.set(facts);
  }

  /** Shows changes. Each kind of output takes its own changes. */
  applyChanges(changes: readonly OutputChange[]): void {
    for (const kind of this.kinds) kind.update(changes);
  }

  /** The ground that extends to the horizon. Null before it is created. */
  get ground(): GroundObject | null {
    return this.drawings.heightfield.far;
  }

  /** Returns the ground that is visible at a point, metres. Null before this ground is created. */
  groundAt(x: number, z: number): GroundObject | null {
    return this.drawings.heightfield.at(x, z);
  }

  /**
   * Shows these actors instead of the previous ones, from `start` to `end`, seconds. Cameras follow the first actor. If two calls overlap,
   * the later call is used.
   */
  async setCharacters(actors: readonly BakeActor[], start = 0, end = 3): Promise<void> {
    const turn = ++this.loading;
    const loaded = await Promise.all(actors.map((actor) => loadStageActor(actor, this.warn)));
    if (turn !== this.loading) {
      for (const actor of loaded) actor.dispose();
      return;
    }
    this.removeActors();
    this.actors = loaded;
    loaded.forEach(({ object }, index) => {
      object.visible = actors[index].isShown;
      this.scene.add(object);
    });
    for (const kind of this.kinds) kind.attach?.(loaded);
    this.actorSubject = actors.length > 0 ? createSubjectOf(actors, start, end) : null;
    this.chooseSubject();
  }

  /** Returns the shown actor with this name. Null if there is none. */
  actor(name: string): StageActor | null {
    return this.actors.find((actor) => actor.name === name) ?? null;
  }

  /** Keeps the run's morphs off the actors while `isHeld`, because other code moves or colours them. */
  holdMorphs(isHeld: boolean): void {
    this.drawings.morph.hold(isHeld);
    this.still = false;
  }

  /** Called when the appearance has changed. The last picture is then no longer a finished still. */
  touch(): void {
    this.still = false;
  }

  /** The shading of flesh. Undefined: the default. */
  get fleshShading(): StageRenderer['fleshShading'] {
    return this.renderer.fleshShading;
  }

  /** Called in every picture after the actors are in their pose at that time, for additional motion. */
  afterPose: (() => void) | null = null;

  /** Names of the shown actors. */
  get actorNames(): string[] {
    return this.actors.map(({ name }) => name);
  }

  /** Shows surfaces, world metres, beside the actors. They are shown until the next call with the same name. Null removes them. */
  showMeshes(name: string, meshes: readonly PosedMesh[] | null): void {
    const before = this.meshes.get(name);
    before?.object.removeFromParent();
    before?.dispose();
    this.meshes.delete(name);
    if (!meshes) return;
    const shown = createMeshActor(name, () => meshes);
    shown.pose(0);
    this.meshes.set(name, shown);
    this.scene.add(shown.object);
  }

  /**
   * The current view: `follow`, `character`, `side`, `front`, `top`, `close` or `strip`, or a camera of the scene. Users may move these cameras.
   * With `free`, the camera keeps its position.
   */
  get view(): string {
    return this.current;
  }

  /** The first view: along the prints, or at the character. If there is no character, of everything, from the front. */
  get firstView(): ViewName {
    if (this.actorSubject) return this.ground ? 'follow' : 'character';
    return this.kinds.every((kind) => kind.isEmpty || kind === this.drawings.heightfield)
      ? 'follow'
      : 'front';
  }

  /** Sets the view: a name of `viewNames`, that of a camera of the scene, or `free`. While there is no such camera, it is the first view. */
  setView(view: string): void {
    this.current = view;
    this.inHand = false;
  }

  /** Sets the cameras of the scene. */
  setCameras(cameras: readonly BakeCamera[]): void {
    this.cameras = cameras;
    this.still = false;
  }

  /** Names of the cameras of the scene. */
  get cameraNames(): readonly string[] {
    return this.cameras.map(({ name }) => name);
  }

  /** Sets the lights of the scene. Null: the light is chosen for the subject. */
  setLights(lights: BakeLights | null): void {
    this.lights = lights;
    this.still = false;
  }

  /** Position and target of the camera, metres. */
  get cameraPosition(): CameraPosition {
    return {
      position: this.camera.position.toArray(),
      target: (this.controls?.target ?? this.lookedAt).toArray(),
      fieldOfView: this.camera.fov,
    };
  }

  /** Sets the camera permanently. */
  setCameraPosition(cameraPosition: { position: Point; target: Point; fieldOfView?: number }): void {
    this.current = 'free';
    this.standCamera({ fieldOfView: this.camera.fov, ...cameraPosition });
  }

  /** Returns the point of the ground under a point of the canvas, in pixels of the canvas. Null on the sky. */
  pickGround(x: number, y: number): Point | null {
    const { width, height } = this.size;
    this.caster.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.camera);
    return this.drawings.heightfield.pick(this.caster);
  }

  /** Returns the ray from the camera through a point of the canvas, in pixels of the canvas: world metres, with a unit direction. */
  rayAt(x: number, y: number): { origin: Point; direction: Point } {
    const { width, height } = this.size;
    this.caster.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.camera);
    const { origin, direction } = this.caster.ray;
    return { origin: origin.toArray(), direction: direction.toArray() };
  }

  /** Canvas pixels per metre at a distance from the camera, metres. */
  pixelsPerMetre(distance: number): number {
    return this.size.height / (2 * distance * Math.tan((this.camera.fov * Math.PI) / 360));
  }

  /** Shows a ring on the ground where a brush would press, metres. Null hides the ring. */
  showBrush(brush: { x: number; z: number; radius: number } | null): void {
    this.ring.show(brush, brush ? this.drawings.heightfield.heightAt(brush.x, brush.z) : 0);
  }

  resize(width: number, height: number, pixelRatio = 1): void {
    this.size = { width, height, pixelRatio };
    this.still = false;
    this.renderer.resize(width, height, pixelRatio * (this.resolution?.fraction ?? 1));
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  /** Moves the picture up by a fraction of its height, if its lower part is covered. */
  lift(fraction: number): void {
    const { camera } = this;
    const { aspect } = camera;
    if (fraction > 0) camera.setViewOffset(1, 1, 0, fraction, 1, 1);
    else camera.clearViewOffset();
    // `setViewOffset` and `clearViewOffset` may have changed the aspect ratio.
    camera.aspect = aspect;
    camera.updateProjectionMatrix();
    this.still = false;
  }

  /** Moves the samples of the picture within their pixels, −0.5..0.5: right and down. Replaces `lift`. */
  offsetSamples([right, down]: readonly [number, number]): void {
    const { width, height } = this.size;
    if (right !== 0 || down !== 0) this.camera.setViewOffset(width, height, right, down, width, height);
    else this.camera.clearViewOffset();
  }

  /** Draws at a lower resolution if frames take long, starting at `first`, a fraction of the full size. Null: always at full size. */
  adaptResolution(first: number | null): void {
    this.resolution = first === null ? null : new Resolution(first);
    this.resize(this.size.width, this.size.height, this.size.pixelRatio);
  }

  /** Draws at full size without regard to the time: for a picture that will stay. */
  drawStill(t: number): void {
    const { resolution, size } = this;
    if (!this.hasContent) return;
    this.resolution = null;
    this.resize(size.width, size.height, size.pixelRatio);
    this.draw(t);
    this.resolution = resolution;
    this.still = true;
  }

  /** Whether the last picture is finished. Without this check, more pictures could be requested with WebGPU than can be drawn. */
  get isReady(): boolean {
    return this.renderer.isReady;
  }

  /** Whether the last picture is a still. */
  get isStill(): boolean {
    return this.still && this.kinds.every(({ isReady = true }) => isReady);
  }

  /** Draws the actors at t, seconds, and the ground as it was last updated. */
  draw(t: number): void {
    if (!this.hasContent) return;
    const { subject, camera, current, sun, size } = this;
    const wasStill = this.still;
    this.still = false;
    if (this.resolution?.frame(performance.now() / 1000) || wasStill) {
      this.resize(size.width, size.height, size.pixelRatio);
    }
    this.lightScene();
    for (const actor of this.actors) actor.pose(t);
    for (const kind of this.kinds) kind.setTime?.(t);
    this.afterPose?.();
    const middle = new Vector3(...subject.middleAt(t));
    const own = this.cameras.find(({ name }) => name === current);
    if (own && !this.inHand) this.standSceneCamera(own, t);
    else if (current !== 'free' && !this.inHand) {
      const view = viewNames.find((name) => name === current) ?? this.firstView;
      this.standCamera(placeCamera(view, subject, t, camera.aspect));
    } else if (this.controls) {
      if (followingViews.includes(current)) {
        const moved = middle.clone().sub(this.followed);
        camera.position.add(moved);
        this.controls.target.add(moved);
      }
      this.controls.update();
      this.lookedAt.copy(this.controls.target);
    }
    this.followed.copy(middle);
    this.floor.show(this.ground === null && this.hasFloor, middle, subject.floor);
    const target = this.lookedAt;
    const unit = subject.height / 1.75;
    const distance = camera.position.distanceTo(target);
    sun.follow(target, Math.min(16 * unit, Math.max(0.7 * unit, 0.95 * distance)));
    this.light.setDistance(distance);
    camera.near = Math.max(0.004, 0.02 * distance);
    camera.updateProjectionMatrix();
    this.renderer.render(this.scene, camera);
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.canvas;
  }

  /** Numbers of the stage's objects on the graphics card. */
  get memory(): { readonly geometries: number; readonly textures: number; readonly programs: number } {
    const { three } = this.renderer;
    const { geometries, textures } = three.info.memory;
    const { programs } = 'programs' in three.info ? three.info : three.info.memory;
    return { geometries, textures, programs: Array.isArray(programs) ? programs.length : (programs ?? 0) };
  }

  /** Returns the current picture as RGBA, top row first. With WebGL, call it in the same task as `draw`. */
  readPixels(): Promise<Uint8Array> {
    return this.renderer.readPixels();
  }

  dispose(): void {
    this.loading++;
    this.removeActors();
    for (const name of [...this.meshes.keys()]) this.showMeshes(name, null);
    for (const kind of this.kinds) kind.dispose();
    this.ring.dispose();
    this.floor.dispose();
    this.sun.dispose();
    this.controls?.dispose();
    this.light.dispose();
    this.renderer.dispose();
  }

  private get kinds(): readonly StageKind[] {
    return Object.values(this.drawings);
  }

  private get showsActors(): boolean {
    return this.actors.some(({ object }) => object.visible);
  }

  /** With slow graphics, a picture of the sky alone would only delay the first useful picture. */
  private get hasContent(): boolean {
    return this.showsActors || this.kinds.some(({ isEmpty }) => !isEmpty);
  }

  /** Smoke and embers without other objects are shown in the dark. */
  private get hasFloor(): boolean {
    return this.mood === 'day' || this.showsActors;
  }

  private get mood(): Mood {
    const moods = this.kinds.map(({ mood }) => mood);
    if (this.ground === null && !this.showsActors)
      append(
        moods,
        this.kinds.map(({ moodAlone }) => moodAlone),
      );
    return moods.find((mood) => mood !== undefined && mood !== 'day') ?? 'day';
  }

  private chooseSubject(): void {
    const { actorSubject, kinds } = this;
    const extent = this.extent ?? kinds.find((kind) => kind.extent)?.extent;
    const isCovered = kinds.some(({ coversActors }) => coversActors);
    const actors = actorSubject && (isCovered ? inCoat(actorSubject) : actorSubject);
    this.subject = actors ?? (extent ? createPointsSubject(extent) : createStillSubject([0, 0, 0], 1.75));
  }

  private readonly lookedAt = new Vector3();

  private standCamera({ position, target, fieldOfView }: CameraPosition): void {
    const { camera } = this;
    camera.position.fromArray(position);
    this.lookedAt.fromArray(target);
    camera.fov = fieldOfView;
    camera.updateProjectionMatrix();
    camera.lookAt(this.lookedAt);
    this.controls?.target.copy(this.lookedAt);
  }

  private standSceneCamera(view: BakeCamera, t: number): void {
    const seen = view.at(t);
    this.standCamera({
      position: seen.position,
      target: targetOf(seen),
      fieldOfView: (seen.fieldOfView * 180) / Math.PI,
    });
    // A camera with a rotation may roll.
    this.camera.quaternion.fromArray(seen.rotation);
  }

  private lightScene(): void {
    this.light.set(this.mood, this.subject, this.drawings.heightfield.material, this.lights);
  }

  private removeActors(): void {
    for (const kind of this.kinds) kind.detach?.();
    for (const actor of this.actors) {
      actor.object.removeFromParent();
      actor.dispose();
    }
    this.actors = [];
  }
}
