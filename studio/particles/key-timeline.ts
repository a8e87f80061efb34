import type { InputFault } from '../../src/index.ts';
import type { SceneData } from '../document/studio-document.ts';
import { button, element, setText } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import {
  axisTimes,
  type BarPart,
  changedTimes,
  type KeyBar,
  keyFaults,
  listKeyBars,
  moveBar,
  setKeyValues,
  type TimeFrame,
  timeFrameOf,
} from './key-bars.ts';
import { KeyRow } from './key-row.ts';
import type { KeyState } from './key-state.ts';
import type { ParticlesActions, ParticlesSettings } from './particles-settings.ts';
import { speedColors } from './paths-object.ts';
import { particlesOf, type SceneParticles } from './scene-particles.ts';

export interface KeyTimelineActions extends Pick<ParticlesActions, 'setKeyValues' | 'togglePaths'> {
  /** Goes to a time, seconds. */
  seek(seconds: number): void;
  /** Shows the settings of a key. */
  showKey(system: number, key: number): void;
}

/** A key whose bar is being moved, and its new values. */
interface Draft {
  readonly system: number;
  readonly before: KeyBar;
  readonly after: KeyBar;
}

/** Step of an arrow key on the time axis, in frames. */
const largeStep = 10;
/** Minimum distance of labels on the time axis, pixels. */
const axisRoom = 64;

/** Shows all keys of a scene's particles as bars over time, below the picture. */
export class KeyTimeline {
  readonly element: HTMLElement;
  private readonly rows = element('div', { class: 'key-rows' });
  private readonly axis = element('div', { class: 'key-axis' });
  private readonly playhead = element('div', { class: 'key-playhead' });
  private readonly fault = element('p', { class: 'key-fault', role: 'status' });
  private readonly summary = element('span', { class: 'key-summary' });
  private readonly paths: HTMLButtonElement;
  private readonly legend = element('span', { class: 'paths-legend' });
  private readonly fold: HTMLButtonElement;
  private shown: KeyRow[] = [];
  private rowsKey = '';
  private scene: SceneData = {};
  private faults: ReadonlyMap<number, ReadonlyMap<number, string>> = new Map();
  private judged: readonly unknown[] = [];
  /** Faults that were found when the scene was run. */
  private found: readonly InputFault[] = [];
  private draft: Draft | null = null;
  private frame: TimeFrame = { start: 0, end: 1, fps: 30 };
  private settings: ParticlesSettings | null = null;

  constructor(private readonly actions: KeyTimelineActions) {
    this.paths = button(
      {
        class: 'quiet small-text',
        id: 'paths',
        'aria-pressed': 'false',
        title: 'Show the paths of a few hundred particles from the start of their key to its end',
        onclick: () => actions.togglePaths(),
      },
      icon('wave'),
      'Paths',
    );
    this.fold = button(
      {
        class: 'quiet small-text key-fold',
        'aria-expanded': 'true',
        onclick: () => {
          const isOpen = this.element.classList.toggle('folded');
          this.fold.setAttribute('aria-expanded', String(!isOpen));
        },
      },
      icon('chevron'),
      'Keys',
    );
    this.axis.addEventListener('pointerdown', (event) => this.seekFrom(event));
    const body = element('div', { class: 'key-body' }, this.rows, this.axis, this.playhead);
    this.element = element(
      'section',
      { class: 'key-timeline', 'aria-label': 'Keys over time' },
      element('div', { class: 'key-head' }, this.fold, this.summary, this.legend, this.paths),
      body,
      this.fault,
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.setDraft(null);
    });
  }

  /** Shows the keys of a scene. If it has no keys, the timeline is hidden. `found`: faults of the scene that only a run can detect. */
  update(scene: SceneData, settings: ParticlesSettings, found: readonly InputFault[]): void {
    this.scene = scene;
    this.found = found;
    this.settings = settings;
    this.frame = timeFrameOf(scene);
    const all = particlesOf(scene).map((particles) => ({
      particles,
      bars: listKeyBars(particles.entry, this.frame),
    }));
    this.element.hidden = all.every(({ bars }) => bars.length === 0);
    if (this.element.hidden) return;
    const key = JSON.stringify(
      all.map(({ particles, bars }) => [particles.index, particles.name, bars.map(({ label }) => label)]),
    );
    if (key !== this.rowsKey) {
      this.rowsKey = key;
      this.makeRows(all);
    }
    this.showAxis();
    this.judge();
    this.showRows();
    this.showHead();
  }

  /** Moves the line of the current time, seconds. */
  showTime(seconds: number): void {
    if (this.element.hidden) return;
    const { start, end } = this.frame;
    const fraction = end > start ? Math.max(0, Math.min(1, (seconds - start) / (end - start))) : 0;
    this.playhead.style.setProperty('--at', String(fraction));
  }

  private makeRows(all: readonly { particles: SceneParticles; bars: readonly KeyBar[] }[]): void {
    this.draft = null;
    const several = all.filter(({ bars }) => bars.length > 0).length > 1;
    this.shown = all.flatMap(({ particles, bars }) =>
      bars.map(
        ({ label, index }) =>
          new KeyRow(particles, index, several ? `${particles.name}: ${label}` : label, {
            showSettings: () => this.actions.showKey(particles.index, index),
            drag: (part, pixels, width) => this.drag(particles.index, index, part, pixels, width),
            drop: () => this.drop(),
            cancel: () => this.setDraft(null),
            step: (part, frames) => this.step(particles.index, index, part, frames),
          }),
      ),
    );
    this.rows.replaceChildren(...this.shown.map((row) => row.element));
  }

  private barOf(system: number, index: number): KeyBar | null {
    const entry = particlesOf(this.scene).find((one) => one.index === system)?.entry ?? {};
    return listKeyBars(entry, this.frame)[index] ?? null;
  }

  private drag(system: number, index: number, part: BarPart, pixels: number, width: number): void {
    const before = this.draft?.before ?? this.barOf(system, index);
    if (!before || width <= 0) return;
    const by = (pixels / width) * (this.frame.end - this.frame.start);
    this.setDraft({ system, before, after: moveBar(before, part, by, this.frame) });
  }

  private drop(): void {
    const { draft } = this;
    if (!draft) return;
    this.draft = null;
    const changed = changedTimes(draft.before, draft.after);
    if (Object.keys(changed).length > 0) this.actions.setKeyValues(draft.system, draft.before.index, changed);
    else this.setDraft(null);
  }

  private step(system: number, index: number, part: BarPart, frames: number): void {
    const before = this.barOf(system, index);
    if (!before) return;
    const count = Math.abs(frames) > 1 ? Math.sign(frames) * largeStep : frames;
    const changed = changedTimes(before, moveBar(before, part, count / this.frame.fps, this.frame));
    if (Object.keys(changed).length > 0) this.actions.setKeyValues(system, index, changed);
  }

  private setDraft(draft: Draft | null): void {
    this.draft = draft;
    this.judge();
    this.showRows();
  }

  /** Finds faults of the keys, including the new values of keys that are being moved. */
  private judge(): void {
    const { draft, scene } = this;
    const judged = draft
      ? setKeyValues(scene, draft.system, draft.before.index, changedTimes(draft.before, draft.after))
      : scene;
    const found = draft ? [] : this.found;
    if (judged === this.judged[0] && found === this.judged[1]) return;
    this.judged = [judged, found];
    this.faults = new Map(particlesOf(judged).map(({ index }) => [index, keyFaults(judged, index, found)]));
    const messages = [...this.faults.values()].flatMap((faults) => [...faults.values()]);
    setText(this.fault, messages.join(' · '));
    this.fault.hidden = messages.length === 0;
  }

  private showRows(): void {
    const { draft, frame } = this;
    for (const row of this.shown) {
      const { system, index } = row;
      const isDraft = draft?.system === system && draft.before.index === index;
      const bar = isDraft ? draft.after : this.barOf(system, index);
      if (!bar) continue;
      const faults = this.faults.get(system) ?? new Map<number, string>();
      row.show(bar, frame, {
        isMoved: isDraft,
        keyState: this.stateOf(row.systemName, bar.name),
        isFaulty:
          faults.has(index) || [...faults.values()].some((message) => message.includes(`"${bar.name}"`)),
      });
    }
  }

  private stateOf(system: string, key: string): KeyState | null {
    return this.settings?.keyStates.get(system)?.keys.find(({ name }) => name === key) ?? null;
  }

  private showAxis(): void {
    const { frame, axis } = this;
    const width = axis.clientWidth;
    const times = axisTimes(frame, Math.max(2, Math.min(24, Math.floor((width || 640) / axisRoom))));
    const key = JSON.stringify([frame, times]);
    if (axis.dataset.key === key) return;
    axis.dataset.key = key;
    const span = frame.end - frame.start || 1;
    axis.replaceChildren(
      ...times.map((time) =>
        element(
          'span',
          { style: `left: ${(100 * (time - frame.start)) / span}%` },
          `${Number(time.toPrecision(6))} s`,
        ),
      ),
    );
  }

  private showHead(): void {
    const { settings } = this;
    if (!settings) return;
    const { paths } = settings;
    const alive = [...settings.keyStates.values()].reduce((sum, keyStates) => sum + keyStates.alive, 0);
    const max = settings.facts.reduce((sum, { count }) => sum + count, 0);
    setText(
      this.summary,
      max === 0
        ? ''
        : alive === max
          ? `${max.toLocaleString('en')} particles`
          : `${alive.toLocaleString('en')} of ${max.toLocaleString('en')} particles`,
    );
    this.paths.setAttribute('aria-pressed', String(paths.kind !== 'none'));
    this.legend.hidden = paths.kind === 'none';
    const message =
      paths.kind === 'finding'
        ? `Finding paths: ${Math.round(100 * paths.fraction)} %`
        : paths.kind === 'shown'
          ? `0 – ${Number(paths.fast.toPrecision(2))} m/s`
          : '';
    setText(this.legend, message);
    this.legend.style.setProperty(
      '--ramp',
      paths.kind === 'shown' ? speedColors : 'transparent, transparent',
    );
  }

  private seekFrom(event: PointerEvent): void {
    const { axis, frame } = this;
    const go = ({ clientX }: PointerEvent) => {
      const { left, width } = axis.getBoundingClientRect();
      const fraction = Math.max(0, Math.min(1, (clientX - left) / width));
      this.actions.seek(frame.start + fraction * (frame.end - frame.start));
    };
    axis.setPointerCapture(event.pointerId);
    const stop = () => axis.removeEventListener('pointermove', go);
    axis.addEventListener('pointermove', go);
    for (const type of ['pointerup', 'pointercancel']) axis.addEventListener(type, stop, { once: true });
    go(event);
  }
}
