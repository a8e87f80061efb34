import mannequinAddress from '../scenes/assets/mannequin.glb?url';
import { FrameTimes, InputError, parseScene } from '../src/index.ts';
import { BrushControl } from './brush/brush-control.ts';
import { setValue } from './document/edit-scene.ts';
import { fetchGivenFiles } from './document/fetch-given-files.ts';
import { applyChanges, decodeLink, type LinkContent } from './document/link.ts';
import { characterOf, type GivenFile, openFiles } from './document/open-files.ts';
import { openShippedScene, shippedScenes } from './document/shipped-scenes.ts';
import { actorsOf, type SceneData, type StudioDocument, systemsOf } from './document/studio-document.ts';
import { DownloadControl } from './download-control.ts';
import type { StudioActions, StudioState } from './panels/panel.ts';
import { SidePanel } from './panels/side-panel.ts';
import { describeProblem } from './run/describe-problem.ts';
import { RunClient, type RunningTask, startInspection } from './run/run-client.ts';
import { ticksPerSecond } from './run/run-session.ts';
import { createDropZone } from './view/drop-zone.ts';
import { listenToKeys } from './view/keyboard.ts';
import { Notes } from './view/notes.ts';
import { Picture } from './view/picture.ts';
import { ProblemPanel } from './view/problem-panel.ts';
import { Shell } from './view/shell.ts';
import { Theme } from './view/theme.ts';
import { Transport } from './view/transport.ts';

/** Seconds that the playhead moves in a frame at most. */
const longestFrame = 0.25;
/** Milliseconds that drawing goes on after the last change: cameras come to rest, pictures load. */
const wakeTime = 700;
/** Milliseconds that a slider must rest before the run begins again. */
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
  private picture: Picture | null = null;
  private current: StudioDocument | null = null;
  /** The document as it was when its run began: the last that was found to be good. */
  private running: StudioDocument | null = null;
  private inspection: StudioState['inspection'] = null;
  private inspecting: RunningTask<unknown> | null = null;
  /** A link that waits for its character. */
  private awaited: LinkContent | null = null;
  private restartTimer = 0;
  /** Ground and changes of a new run come together. */
  private mustResetGround = false;
  private lastFrame = 0;
  /** Nothing is drawn after this time while nothing changes, milliseconds. */
  private awakeUntil = 0;
  private drawnTime = Number.NaN;
  private opening = 0;
  private start = 0;

  constructor(root: HTMLElement) {
    const zone = createDropZone((files) => void this.openGiven(files));
    this.shell = new Shell(root, {
      openFiles: () => zone.choose(),
      openShipped: (id) => void this.openShipped(id),
      toggleTheme: () => theme.toggle(),
    });
    const theme = new Theme(({ isDark }) => this.shell.showTheme(isDark));
    this.notes = new Notes(this.shell.notes);
    this.shell.problemPlace.append(this.problem.element);
    this.client = new RunClient({
      opened: ({ start }) => {
        this.start = start;
        this.problem.show(null);
        if (!this.inspecting && this.current) this.inspect(this.current);
      },
      failed: (problem) => this.problem.show(problem),
    });
    this.transport = new Transport({
      togglePlay: () => this.togglePlay(),
      seek: (tick) => this.seek(tick),
      setSpeed: (speed) => {
        this.client.playback.speed = speed;
      },
      setView: (view) => {
        this.picture?.stage.setView(view as 'follow');
        this.wake();
      },
    });
    this.shell.transportPlace.append(this.transport.element);
    this.brush = new BrushControl(this.shell.canvas, {
      client: this.client,
      picture: () => this.picture,
      document: () => this.current,
      start: () => this.start,
      change: (document) => this.replace(document),
      changed: () => this.show(),
    });
    this.downloads = new DownloadControl({
      changed: () => this.show(),
      failed: (problem) => this.problem.show(problem),
    });
    this.side = new SidePanel(this.shell.side, this.actions());
    listenToKeys(this.shell.canvas, {
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

  /** The document that is open; null before the first. */
  get document(): StudioDocument | null {
    return this.current;
  }

  async begin(): Promise<void> {
    try {
      this.picture = await Picture.create(this.shell.canvas, (words) => this.notes.say(words));
    } catch (error) {
      const message = `this browser cannot draw (WebGL 2 is missing or switched off): ${describeProblem(error).faults[0].message}`;
      this.problem.show({ faults: [{ path: '', message }], isDefect: false });
    }
    new ResizeObserver(() => {
      this.picture?.resize();
      this.wake();
    }).observe(this.shell.canvas);
    for (const event of ['pointerdown', 'pointermove', 'wheel', 'keydown', 'webglcontextrestored']) {
      this.shell.view.addEventListener(event, () => this.wake(), { capture: true, passive: true });
    }
    requestAnimationFrame((time) => this.drawFrame(time));
    addEventListener('hashchange', () => void this.openLink());
    await this.openLink();
  }

  /** Opens what was dropped or chosen. */
  async openGiven(files: readonly GivenFile[]): Promise<void> {
    await this.tryTo(async () => {
      const material = this.current ? systemsOf(this.current.scene)[0]?.material : undefined;
      const opened = await openFiles(files, typeof material === 'string' ? material : 'sand');
      const awaited = this.awaited;
      this.awaited = null;
      const isAwaited = awaited?.origin.kind === 'dropped' && opened.origin.kind === 'dropped';
      return isAwaited ? { ...opened, scene: applyChanges(opened.scene, awaited.changes) } : opened;
    });
  }

  async openShipped(id: string, changes: LinkContent['changes'] = []): Promise<void> {
    await this.tryTo(async () => {
      const shipped = await openShippedScene(id, async () => {
        const response = await fetch(mannequinAddress);
        if (!response.ok) throw new Error(`the character could not be fetched (${response.status})`);
        return new Uint8Array(await response.arrayBuffer());
      });
      return { ...shipped, scene: applyChanges(shipped.scene, changes) };
    });
  }

  private async openLink(): Promise<void> {
    try {
      if (location.hash === '#given') {
        await this.openGiven(await fetchGivenFiles());
        return;
      }
      const link = decodeLink(location.hash);
      if (link?.origin.kind === 'shipped') {
        await this.openShipped(link.origin.id, link.changes);
        return;
      }
      if (link) {
        this.awaited = link;
        this.notes.say(
          `This link has the settings for ${link.origin.kind === 'dropped' ? link.origin.file : ''}, which cannot travel in a link: drop that file here.`,
          true,
        );
      }
    } catch (error) {
      this.problem.show(describeProblem(error));
    }
    if (!this.current) await this.openShipped(shippedScenes[0].id);
  }

  /** Opens a document, unless another was asked for meanwhile. */
  private async tryTo(open: () => Promise<StudioDocument>): Promise<void> {
    const turn = ++this.opening;
    try {
      const document = await open();
      if (turn === this.opening) this.openDocument(document);
    } catch (error) {
      this.problem.show(describeProblem(error));
    }
  }

  private openDocument(document: StudioDocument): void {
    this.current = document;
    this.problem.show(null);
    this.downloads.forget();
    if (document.origin.kind === 'shipped') this.shell.showScene(document.origin.id);
    else this.shell.showScene('', document.origin.file);
    this.inspecting?.cancel();
    this.inspecting = null;
    this.inspection = null;
    this.side.open(this.state());
    this.picture?.stage.setView('follow');
    this.restart(true);
  }

  /** Looks at the clips, once the run has begun: it takes a while, and prints come first. */
  private inspect({ scene, files }: StudioDocument): void {
    const character = characterOf(scene, files);
    if (!character) return;
    const task = startInspection({ file: character.path, files: [...files] });
    this.inspecting = task;
    task.result.then(
      (inspection) => {
        if (this.inspecting !== task) return;
        this.inspection = inspection;
        this.show();
      },
      // The run says what is wrong with the file.
      () => {},
    );
  }

  /** Takes a changed document: panels and link follow; the run is the caller's. */
  private replace(document: StudioDocument): void {
    this.current = document;
    this.downloads.outdate();
    this.show();
  }

  private edit(change: (scene: SceneData) => SceneData): void {
    if (!this.current) return;
    this.replace({ ...this.current, scene: change(this.current.scene) });
    clearTimeout(this.restartTimer);
    this.restartTimer = window.setTimeout(() => this.restart(false), restTime);
  }

  /** Runs the document from its start: shown from there while it plays, else made up to where the playhead is. */
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
      this.problem.show(describeProblem(error));
    }
  }

  private async showActors(document: StudioDocument): Promise<void> {
    try {
      const isFresh = await this.picture?.showActors(document);
      this.wake();
      if (isFresh) this.brush.fit(document, false);
    } catch (error) {
      // The worker opens the same scene and says what is wrong with it.
      if (!(error instanceof InputError)) this.problem.show(describeProblem(error));
    }
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
    // A tab that was hidden goes on where it was, not where it would be.
    const seconds = Math.min(longestFrame, Math.max(0, (time - this.lastFrame) / 1000));
    this.lastFrame = time;
    const { client, picture, running } = this;
    const { playback } = client;
    if (!running) return;
    this.brush.advance();
    if (!client.catchingUp) playback.advance(seconds);
    client.report();
    const changes = playback.takeChanges();
    if (this.mustResetGround && !client.catchingUp) {
      this.mustResetGround = false;
      picture?.showGrounds(running);
    }
    if (!this.mustResetGround) picture?.applyChanges(changes);
    const t = this.start + playback.playhead / ticksPerSecond;
    if (this.brush.show(t) || changes.length > 0 || t !== this.drawnTime) this.wake();
    this.drawnTime = t;
    if (time < this.awakeUntil) picture?.stage.draw(t);
    this.notes.showPace(playback, client.catchingUp);
    this.transport.update({
      playhead: playback.playhead,
      reached: playback.reached,
      endTick: playback.endTick,
      start: this.start,
      isPlaying: playback.isPlaying,
      isBusy: client.catchingUp !== null,
      view: picture?.stage.view ?? 'follow',
    });
  }

  /** Something may look different from now on. */
  private wake(): void {
    this.awakeUntil = performance.now() + wakeTime;
  }

  private state(): StudioState {
    return {
      document: this.current!,
      inspection: this.inspection,
      brush: this.brush.settings,
      download: this.downloads.state,
    };
  }

  private show(): void {
    this.wake();
    if (this.current) this.side.update(this.state());
  }

  private actions(): StudioActions {
    return {
      edit: (place, key, value) => this.edit((scene) => setValue(scene, place, key, value)),
      chooseMaterial: (system, material) => this.edit((scene) => this.withMaterial(scene, system, material)),
      setBrush: (change) => this.brush.set(change),
      pressInTheMiddle: () => this.brush.pressInTheMiddle(),
      undoStroke: () => this.brush.keep((this.current?.strokes.length ?? 0) - 1),
      clearStrokes: () => this.brush.keep(0),
      downloadBake: () => this.current && this.downloads.bake(this.current),
      cancelBake: () => this.downloads.cancel(),
      downloadScene: () => this.current && this.downloads.saveScene(this.current),
      copyLink: () => this.downloads.copyLink(this.current!),
    };
  }

  /** Feet go as deep as the new material lets them, unless the scene was made for it. */
  private withMaterial(scene: SceneData, system: number, material: string): SceneData {
    const { opened } = this.current!;
    const isOwn = systemsOf(opened)[system]?.material === material;
    const changed = setValue(scene, `systems.${system}`, 'material', material);
    return actorsOf(scene).reduce<SceneData>(
      (next, _, index) =>
        setValue(
          next,
          `actors.${index}`,
          'softDepth',
          isOwn ? actorsOf(opened)[index]?.softDepth : undefined,
        ),
      changed,
    );
  }
}
