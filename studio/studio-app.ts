import { FrameTimes, InputError, parseScene } from '../src/index.ts';
import { BrushControl } from './brush/brush-control.ts';
import { addFile } from './document/add-file.ts';
import { chooseMaterial } from './document/choose-material.ts';
import { listAt, type SceneLocation, setValue } from './document/edit-scene.ts';
import type { GivenFile } from './document/open-files.ts';
import { showsGround } from './document/scene-files.ts';
import { type SceneData, type StudioDocument, systemsOf } from './document/studio-document.ts';
import { takeGroundFile } from './document/take-ground-file.ts';
import { DownloadControl } from './download-control.ts';
import { FleshControl } from './flesh/flesh-control.ts';
import { FurControl } from './fur/fur-control.ts';
import { CharacterInspector } from './inspect-character.ts';
import { fetchAsset, OpenControl } from './open-control.ts';
import type { StudioActions, StudioState } from './panels/panel.ts';
import { SidePanel } from './panels/side-panel.ts';
import { terrainEndings } from './panels/system-layouts.ts';
import { chooseFile } from './particles/choose-file.ts';
import { ParticlesControl } from './particles/particles-control.ts';
import { firstBackend, rememberBackend } from './run/choose-backend.ts';
import { describeProblem } from './run/describe-problem.ts';
import type { Problem, RunFacts } from './run/protocol.ts';
import { RunClient } from './run/run-client.ts';
import { ticksPerSecond } from './run/run-session.ts';
import { createDropZone } from './view/drop-zone.ts';
import { listenToKeys } from './view/keyboard.ts';
import { Notes } from './view/notes.ts';
import type { Picture } from './view/picture.ts';
import { PictureControl } from './view/picture-control.ts';
import { ProblemPanel } from './view/problem-panel.ts';
import { Shell } from './view/shell.ts';
import { Theme } from './view/theme.ts';
import { Transport } from './view/transport.ts';

/** Maximum seconds by which the playhead moves in a frame. */
const longestFrame = 0.25;
/** Milliseconds for which drawing continues after the last change: cameras come to rest, pictures load. */
const wakeTime = 700;
/** Maximum milliseconds that the first picture waits for its content. */
const openingWait = 3000;
/** Milliseconds without a change of a slider after which the run starts again. */
const restTime = 140;

/** The page: one document, its run in a worker, its picture, and the panels that change it. */
export class StudioApp {
  readonly client: RunClient;
  private readonly shell: Shell;
  private readonly problem = new ProblemPanel();
  private readonly notes: Notes;
  private readonly transport: Transport;
  private readonly side: SidePanel;
  private readonly brush: BrushControl;
  private readonly downloads: DownloadControl;
  readonly flesh: FleshControl;
  readonly fur: FurControl;
  readonly particles: ParticlesControl;
  readonly pictures: PictureControl;
  private readonly opener: OpenControl;
  private current: StudioDocument | null = null;
  /** The document at the start of its run: the last one without faults. */
  private running: StudioDocument | null = null;
  private shapes: Pick<RunFacts, 'outputs' | 'extent'> | null = null;
  private readonly inspector = new CharacterInspector(
    () => this.current,
    () => this.show(),
  );
  private restartTimer = 0;
  /** The ground and the changes of a new run are applied together. */
  private mustResetGround = false;
  private lastFrame = 0;
  /** Time until which drawing continues without changes, milliseconds. */
  private awakeUntil = 0;
  private drawnTime = Number.NaN;
  private wantedView: string | null = null;
  private start = 0;

  constructor(root: HTMLElement) {
    const zone = createDropZone((files) => void this.opener.openGiven(files));
    this.shell = new Shell(root, {
      openFiles: () => zone.choose(),
      openShipped: (id) => void this.opener.openShipped(id),
      toggleTheme: () => theme.toggle(),
    });
    const theme = new Theme(({ isDark }) => this.shell.showTheme(isDark));
    this.notes = new Notes(this.shell.notes);
    this.shell.problemArea.append(this.problem.element);
    this.client = new RunClient({
      opened: (facts) => {
        this.start = facts.start;
        this.shapes = facts;
        this.showShapes();
        this.flesh.setPrepared(facts.flesh);
        this.fur.setFacts(facts.outputs);
        this.particles.setFacts(facts.particles);
        this.show();
      },
      failed: (problem) => {
        this.particles.setFaults(problem.faults);
        this.showProblem(problem);
      },
      preparing: () => this.show(),
      backends: (note) => {
        if (note) this.notes.say(note, true);
        this.show();
      },
    });
    this.client.backend = firstBackend();
    this.transport = new Transport({
      togglePlay: () => this.togglePlay(),
      seek: (tick) => this.seek(tick),
      setSpeed: (speed) => {
        this.client.playback.speed = speed;
      },
      setView: (view) => {
        this.picture?.stage.setView(view);
        this.wake();
      },
    });
    this.shell.transportArea.append(this.transport.element);
    this.pictures = new PictureControl({
      renewCanvas: () => this.shell.renewCanvas(),
      renewed: () => this.fillPicture(),
      say: (message, stays) => this.notes.say(message, stays),
      failed: (error) => {
        const { message } = describeProblem(error).faults[0];
        const path = '';
        this.problem.show({
          faults: [
            { path, message: `this browser cannot draw (WebGL 2 is missing or switched off): ${message}` },
          ],
          isDefect: false,
        });
      },
    });
    this.opener = new OpenControl({
      document: () => this.current,
      opened: (document) => this.openDocument(document),
      takeTerrain: (file) => this.takeTerrain(file),
      failed: (error) => this.problem.show(describeProblem(error)),
      say: (message, stays) => this.notes.say(message, stays),
    });
    const host = {
      view: this.shell.view,
      canvas: () => this.shell.canvas,
      client: this.client,
      picture: () => this.picture,
      document: () => this.current,
      start: () => this.start,
      change: (change: (document: StudioDocument) => StudioDocument) => this.change(change),
      replace: (document: StudioDocument) => this.replace(document),
      changed: () => this.show(),
      failed: (error: unknown) => this.problem.show(describeProblem(error)),
      say: (message: string) => this.notes.say(message),
    };
    this.brush = new BrushControl(host);
    this.flesh = new FleshControl({ ...host, began: () => this.freePointer('flesh') });
    this.fur = new FurControl({ ...host, began: () => this.freePointer('fur') });
    this.particles = new ParticlesControl({
      ...host,
      container: this.shell.transportArea,
      seek: (seconds) => this.seek(Math.round((seconds - this.start) * ticksPerSecond)),
      showSettings: (location) => {
        this.shell.toggleSheet(true);
        this.side.showEntry(location);
      },
      loadFont: async () => ({ path: 'letters.otf', bytes: await fetchAsset('letters.otf') }),
    });
    this.downloads = new DownloadControl({
      changed: () => this.show(),
      failed: (problem) => this.problem.show(problem),
    });
    this.side = new SidePanel(this.shell.side, this.actions());
    listenToKeys((target) => target === this.shell.canvas, {
      togglePlay: () => this.togglePlay(),
      step: (ticks) => this.seek(Math.floor(this.client.playback.playhead) + ticks),
      toStart: () => this.seek(0),
      toEnd: () => this.seek(this.client.playback.endTick),
      turnCamera: (right, up) => {
        this.picture?.turnCamera(right, up);
        this.wake();
      },
    });
  }

  /** The open document. Null before the first. */
  get document(): StudioDocument | null {
    return this.current;
  }

  /** The content of the first character's file. Null while it is inspected. */
  get inspection(): StudioState['inspection'] {
    return this.inspector.result;
  }

  /** The current renderer. Null if the browser cannot draw. */
  get picture(): Picture | null {
    return this.pictures.picture;
  }

  async begin(): Promise<void> {
    new ResizeObserver(() => {
      this.picture?.resize();
      this.wake();
    }).observe(this.shell.view);
    for (const event of ['pointerdown', 'pointermove', 'wheel', 'keydown', 'webglcontextrestored']) {
      this.shell.view.addEventListener(event, () => this.wake(), { capture: true, passive: true });
    }
    requestAnimationFrame((time) => this.drawFrame(time));
    addEventListener('hashchange', () => void this.opener.openLink());
    // Creating a picture blocks this thread. The worker opens the scene meanwhile, if the network is fast enough.
    const opening = this.opener.openLink();
    const late = new Promise((done) => setTimeout(done, openingWait));
    await Promise.race([Promise.all([opening, this.client.ready]), late]);
    await this.pictures.begin();
    await opening;
  }

  private openDocument(document: StudioDocument): void {
    this.current = document;
    this.problem.show(null);
    this.downloads.forget();
    this.flesh.forget();
    this.fur.forget();
    this.particles.forget();
    if (document.origin.kind === 'shipped') this.shell.showScene(document.origin.id);
    else this.shell.showScene('', document.origin.file);
    this.inspector.forget();
    this.side.open(this.state());
    this.wantedView = firstView(document);
    this.lookAsWanted();
    this.restart(true);
  }

  /** Applies a changed document: panels and link are updated. The caller updates the run. */
  private replace(document: StudioDocument): void {
    this.current = document;
    this.downloads.outdate();
    this.show();
  }

  private edit(change: (scene: SceneData) => SceneData): void {
    this.change((document) => ({ ...document, scene: change(document.scene) }));
  }

  /** Adds a terrain to the first ground. Returns false if there is none. */
  private takeTerrain(file: GivenFile): boolean {
    const systems = this.current ? systemsOf(this.current.scene) : [];
    const ground = systems.findIndex(showsGround);
    if (ground < 0) return false;
    void this.tryTakeFile(`systems.${ground}`, 'terrain', terrainEndings, file);
    return true;
  }

  private async tryTakeFile(...taken: Parameters<StudioActions['takeFile']>): Promise<void> {
    try {
      await this.takeFile(...taken);
    } catch (error) {
      this.problem.show(describeProblem(error));
    }
  }

  private async takeFile(
    location: SceneLocation,
    key: string,
    endings: string,
    given?: GivenFile,
  ): Promise<void> {
    const file = given ?? (await chooseFile(endings));
    if (!file) return;
    if (!endings.split(',').some((ending) => file.path.toLowerCase().endsWith(ending))) {
      this.notes.say(
        `${file.path} does not fit here: drop a file that ends in ${endings.replaceAll(',', ', ')}.`,
      );
      return;
    }
    this.change((document) =>
      addFile(document, file, (scene, path) => takeGroundFile(scene, location, key, { ...file, path })),
    );
  }

  /** Changes a value that affects only downloads. The run need not start again. */
  private editFiles(key: string, value: unknown): void {
    const before = this.current;
    if (!before) return;
    this.replace({ ...before, scene: setValue(before.scene, 'scene', key, value) });
    if (this.running === before) this.running = this.current;
  }

  private change(change: (document: StudioDocument) => StudioDocument): void {
    if (!this.current) return;
    this.replace(change(this.current));
    this.flesh.follow();
    this.fur.follow();
    this.particles.follow();
    clearTimeout(this.restartTimer);
    this.restartTimer = window.setTimeout(() => this.restart(false), restTime);
  }

  /** Runs the document from its start: it is shown from there while it plays, otherwise it is simulated up to the playhead. */
  private restart(isNew: boolean): void {
    const document = this.current;
    if (!document) return;
    const { playback } = this.client;
    try {
      const { start, end } = parseScene(document.scene).time;
      const endTick = new FrameTimes(start, end, ticksPerSecond).count - 1;
      const stays = !isNew && !playback.isPlaying;
      const tick = stays ? Math.min(Math.floor(playback.playhead), endTick) : 0;
      this.brush.fit(document, isNew);
      playback.isPlaying = !stays;
      this.client.open(document, tick, endTick);
      this.running = document;
      this.mustResetGround = true;
      this.problem.show(null);
      void this.showActors(document);
    } catch (error) {
      if (isNew) playback.isPlaying = false;
      this.showProblem(describeProblem(error));
    }
  }

  /** Reports a problem, unless it is visible elsewhere. */
  private showProblem(problem: Problem): void {
    this.problem.show(this.particles.showsAll(problem.faults) ? null : problem);
  }

  /** Called when another renderer is used. Sends everything to this renderer again. */
  private fillPicture(): void {
    this.flesh.leave();
    this.lookAsWanted();
    this.show();
    if (!this.running) return;
    this.mustResetGround = true;
    // A run that is being opened has sent nothing yet.
    if (!this.client.catchingUp) this.client.seek(Math.floor(this.client.playback.playhead));
    void this.showActors(this.running);
    this.showShapes();
    this.particles.fill();
  }

  /** Sets the initial view of a document, as soon as there is a picture. */
  private lookAsWanted(): void {
    if (!this.picture || !this.wantedView) return;
    this.picture.stage.setView(this.wantedView);
    this.wantedView = null;
  }

  private showShapes(): void {
    const { picture, shapes } = this;
    if (!picture || !shapes) return;
    picture
      .showOutputs(shapes.outputs, shapes.extent)
      .catch((error: unknown) => this.problem.show(describeProblem(error)));
  }

  private async showActors(document: StudioDocument): Promise<void> {
    try {
      this.picture?.prepareGrounds(document);
      const isFresh = await this.picture?.showActors(document);
      this.wake();
      if (isFresh) this.brush.fit(document, false);
      this.show();
    } catch (error) {
      // The worker opens the same scene and reports its faults.
      if (!(error instanceof InputError)) this.problem.show(describeProblem(error));
    }
  }

  /** Ends all other uses of the pointer, since it is used for one thing at a time. */
  private freePointer(next: 'brush' | 'flesh' | 'fur'): void {
    if (next !== 'brush') this.brush.set({ isOn: false });
    if (next !== 'flesh') this.flesh.leave();
    if (next !== 'fur') this.fur.leave();
  }

  private togglePlay(): void {
    const { playback } = this.client;
    if (!playback.isPlaying && playback.playhead >= playback.endTick) this.client.seek(0);
    playback.isPlaying = !playback.isPlaying;
  }

  private seek(tick: number): void {
    this.client.seek(tick);
  }

  private drawFrame(time: number): void {
    requestAnimationFrame((next) => this.drawFrame(next));
    // A tab that was hidden continues from its last time.
    const seconds = Math.min(longestFrame, Math.max(0, (time - this.lastFrame) / 1000));
    this.lastFrame = time;
    const { client, picture, running } = this;
    const { playback } = client;
    if (!running) return;
    this.brush.advance();
    this.fur.advance(seconds);
    if (!client.catchingUp) playback.advance(seconds);
    client.report();
    // Changes of a ground are taken only after this ground exists.
    const hasGrounds = !this.mustResetGround || !picture || picture.hasGroundsOf(running);
    const changes = hasGrounds ? playback.takeChanges() : [];
    // While a run is being prepared, its characters are already visible.
    if (hasGrounds && this.mustResetGround && (!client.catchingUp || client.preparing)) {
      this.mustResetGround = false;
      picture?.showGrounds(running);
      this.inspector.inspectLater();
    }
    if (!this.mustResetGround) picture?.stage.applyChanges(changes);
    const t = this.start + playback.playhead / ticksPerSecond;
    this.particles.frame(changes, t);
    this.fur.frame(changes, t);
    const isFleshMoving = this.flesh.frame(seconds);
    if (this.brush.show(t) || isFleshMoving || changes.length > 0 || t !== this.drawnTime) this.wake();
    this.drawnTime = t;
    if (!picture?.canBegin) this.wake();
    else if (time < this.awakeUntil) this.pictures.draw(t, 'moving');
    else if (!playback.isPlaying && !client.catchingUp) this.pictures.draw(t, 'still');
    this.notes.showPace(playback, client.catchingUp, client.preparing);
    this.transport.update({
      playhead: playback.playhead,
      reached: playback.reached,
      endTick: playback.endTick,
      start: this.start,
      isPlaying: playback.isPlaying,
      isBusy: client.catchingUp !== null,
      view: picture?.stage.view ?? 'follow',
      cameras: picture?.stage.cameraNames ?? [],
    });
  }

  /** Called when the appearance may have changed. */
  private wake(): void {
    this.awakeUntil = performance.now() + wakeTime;
  }

  private state(): StudioState {
    return {
      document: this.current!,
      inspection: this.inspection,
      brush: this.brush.settings,
      flesh: this.flesh.settings,
      particles: this.particles.settings,
      fur: this.fur.settings,
      download: this.downloads.state,
      renderer: this.pictures.renderer,
      backend: this.client.backend,
      backends: this.client.backends,
    };
  }

  private show(): void {
    this.wake();
    if (!this.current) return;
    this.side.update(this.state());
    this.particles.show(this.current);
  }

  private actions(): StudioActions {
    return {
      edit: (location, key, value) => this.edit((scene) => setValue(scene, location, key, value)),
      editFiles: (key, value) => this.editFiles(key, value),
      takeFile: (...taken) => void this.tryTakeFile(...taken),
      chooseMaterial: (system, material) =>
        this.edit((scene) => chooseMaterial(scene, this.current!.opened, system, material)),
      chooseRenderer: (renderer) => {
        this.flesh.leave();
        void this.pictures.choose(renderer);
      },
      chooseBackend: (backend) => {
        rememberBackend(backend);
        this.client.setBackend(backend);
        this.show();
      },
      setBrush: (change) => {
        if (change.isOn) this.freePointer('brush');
        this.brush.set(change);
      },
      flesh: this.flesh.actions,
      particles: this.particles.actions,
      fur: this.fur.actions,
      pressInTheMiddle: () => this.brush.pressInTheMiddle(),
      undoStroke: () => this.brush.keep((this.current?.strokes.length ?? 0) - 1),
      clearStrokes: () => this.brush.keep(0),
      downloadBake: () => this.current && this.downloads.bake(this.current),
      cancelBake: () => this.downloads.cancel(),
      downloadScene: () => this.current && this.downloads.saveScene(this.current),
      copyLink: () => this.downloads.copyLink(this.current!),
    };
  }
}

/** Returns the initial view: the first camera of the scene. Without one: prints, if there is a ground for them. Otherwise the character, or the whole if there is none. */
function firstView({ scene }: StudioDocument): string {
  const [camera] = listAt(scene, 'cameras');
  if (typeof camera?.name === 'string') return camera.name;
  const hasActors = Array.isArray(scene.actors) && scene.actors.length > 0;
  if (!hasActors) return 'front';
  return systemsOf(scene).some(showsGround) ? 'follow' : 'character';
}
