import { ticksPerSecond } from '../run/run-session.ts';
import { button, element, setText } from './element.ts';
import { icon } from './icon.ts';

export interface TransportActions {
  togglePlay(): void;
  seek(tick: number): void;
  setSpeed(speed: number): void;
  setView(view: string): void;
}

/** The data that the transport shows. Ticks count from the scene's start. */
export interface TransportState {
  readonly playhead: number;
  readonly reached: number;
  readonly endTick: number;
  /** Seconds of the first tick. */
  readonly start: number;
  readonly isPlaying: boolean;
  readonly isBusy: boolean;
  readonly view: string;
  /** Names of the cameras of the scene. */
  readonly cameras: readonly string[];
}

const speeds = [0.1, 0.25, 0.5, 1, 2];
const views = [
  ['follow', 'Follow'],
  ['character', 'Character'],
  ['side', 'Side'],
  ['close', 'Close'],
  ['front', 'Front'],
  ['top', 'Top'],
  ['strip', 'Whole run'],
  ['free', 'Free'],
] as const;

/** Play, pause, the timeline, speed and camera. */
export class Transport {
  readonly element: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly time = element('output', { class: 'time', for: 'timeline' });
  private readonly view: HTMLSelectElement;
  private shown: 'play' | 'pause' | null = null;
  private cameras = '';

  constructor(actions: TransportActions) {
    this.play = button({ class: 'round primary', id: 'play', onclick: () => actions.togglePlay() });
    this.slider = element('input', {
      type: 'range',
      id: 'timeline',
      class: 'timeline',
      min: 0,
      max: 1,
      step: 1,
      'aria-label': 'Time',
      oninput: () => actions.seek(Number(this.slider.value)),
    });
    this.view = choice('Camera', views, 'follow', (value) => actions.setView(value));
    const speed = choice(
      'Speed',
      speeds.map((value) => [String(value), `${value} ×`] as const),
      '1',
      (value) => actions.setSpeed(Number(value)),
    );
    this.element = element(
      'section',
      { class: 'transport', 'aria-label': 'Playback' },
      button(
        { class: 'quiet square', 'aria-label': 'To the start', onclick: () => actions.seek(0) },
        icon('start'),
      ),
      this.play,
      this.slider,
      this.time,
      element('label', { class: 'compact' }, element('span', {}, 'Speed'), speed),
      element('label', { class: 'compact' }, element('span', {}, 'Camera'), this.view),
    );
  }

  update(state: TransportState): void {
    const name = state.isPlaying ? 'pause' : 'play';
    if (this.shown !== name) {
      this.shown = name;
      this.play.replaceChildren(icon(name));
      this.play.setAttribute('aria-label', name === 'play' ? 'Play' : 'Pause');
      this.play.setAttribute('aria-keyshortcuts', 'Space');
    }
    const { slider } = this;
    const tick = Math.floor(state.playhead);
    if (slider.max !== String(state.endTick)) slider.max = String(state.endTick);
    if (slider.value !== String(tick)) slider.value = String(tick);
    const fraction = (ticks: number) => (state.endTick > 0 ? Math.min(1, ticks / state.endTick) : 0);
    slider.style.setProperty('--played', `${100 * fraction(tick)}%`);
    slider.style.setProperty('--reached', `${100 * fraction(Math.max(tick, state.reached))}%`);
    slider.classList.toggle('busy', state.isBusy);
    const seconds = (ticks: number) => (state.start + ticks / ticksPerSecond).toFixed(2);
    setText(this.time, `${seconds(tick)} / ${seconds(state.endTick)} s`);
    const message = `${seconds(tick)} of ${seconds(state.endTick)} seconds`;
    if (slider.getAttribute('aria-valuetext') !== message) slider.setAttribute('aria-valuetext', message);
    this.showCameras(state.cameras);
    if (this.view.value !== state.view) this.view.value = state.view;
  }

  /** Lists the cameras of the scene above those of every scene. */
  private showCameras(names: readonly string[]): void {
    const key = names.join('\n');
    if (this.cameras === key) return;
    this.cameras = key;
    this.view.replaceChildren(...optionsOf([...names.map((name) => [name, name] as const), ...views]));
  }
}

function optionsOf(options: readonly (readonly [string, string])[]): HTMLOptionElement[] {
  return options.map(([name, message]) => element('option', { value: name }, message));
}

function choice(
  label: string,
  options: readonly (readonly [string, string])[],
  value: string,
  choose: (value: string) => void,
): HTMLSelectElement {
  const select = element(
    'select',
    { 'aria-label': label, onchange: () => choose(select.value) },
    ...optionsOf(options),
  );
  select.value = value;
  return select;
}
