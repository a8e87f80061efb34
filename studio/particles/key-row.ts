import { button, element, setText } from '../view/element.ts';
import type { BarPart, KeyBar, TimeFrame } from './key-bars.ts';
import { describeKeyState, type KeyState } from './key-state.ts';
import type { SceneParticles } from './scene-particles.ts';

export interface KeyRowActions {
  /** Called to show all settings of the key. */
  showSettings(): void;
  /** Called when a part of the bar was moved by this number of pixels. `width` is the width of the lane in pixels. */
  drag(part: BarPart, pixels: number, width: number): void;
  drop(): void;
  cancel(): void;
  /** Moves the bar by a number of frames after a press of a keyboard key. Several frames are a large step. */
  step(part: BarPart, frames: number): void;
}

export interface KeyRowState {
  /** Whether the bar is being dragged. In this case its times are shown. */
  readonly isMoved: boolean;
  readonly isFaulty: boolean;
  readonly keyState: KeyState | null;
}

const parts: readonly { readonly part: BarPart; readonly label: string }[] = [
  { part: 'whole', label: 'Time of' },
  { part: 'start', label: 'Start of' },
  { part: 'end', label: 'End of' },
  { part: 'hold', label: 'End of the hold of' },
];

/** One key on the timeline: its name, and a bar from its start to its release. */
export class KeyRow {
  readonly element: HTMLElement;
  readonly system: number;
  readonly systemName: string;
  private readonly lane: HTMLElement;
  private readonly bar: HTMLElement;
  private readonly times = element('span', { class: 'bar-text' });
  private readonly grips: ReadonlyMap<BarPart, HTMLElement>;

  constructor(
    { index: system, name: systemName }: SceneParticles,
    readonly index: number,
    label: string,
    private readonly actions: KeyRowActions,
  ) {
    this.system = system;
    this.systemName = systemName;
    this.grips = new Map(
      parts.map(({ part, label: message }) => [part, this.createGrip(part, `${message} ${label}`)]),
    );
    this.bar = element(
      'div',
      { class: 'bar' },
      element('div', { class: 'bar-led' }),
      element('div', { class: 'bar-held' }),
      this.times,
      ...this.grips.values(),
    );
    this.lane = element('div', { class: 'lane' }, this.bar);
    this.element = element(
      'div',
      { class: 'key-row', 'data-key': label },
      button(
        { class: 'key-name', title: `Settings of ${label}`, onclick: () => actions.showSettings() },
        label,
      ),
      this.lane,
    );
  }

  show(bar: KeyBar, frame: TimeFrame, { isMoved, isFaulty, keyState }: KeyRowState): void {
    const span = frame.end - frame.start || 1;
    const percent = (seconds: number) => `${(100 * seconds) / span}%`;
    const { style, classList } = this.bar;
    const length = bar.release - bar.start || 1e-6;
    style.left = percent(bar.start - frame.start);
    style.width = percent(bar.release - bar.start);
    const fraction = (seconds: number) => `${(100 * (seconds - bar.start)) / length}%`;
    style.setProperty('--end', fraction(bar.end));
    style.setProperty('--spread', String((bar.end - bar.firstEnd) / (bar.end - bar.start || 1)));
    const arrived = keyState && keyState.count > 0 ? keyState.arrived / keyState.count : 0;
    style.setProperty('--arrived', String(arrived));
    classList.toggle('off', !bar.isEnabled);
    classList.toggle('faulty', isFaulty);
    classList.toggle('moved', isMoved);
    classList.toggle('met', keyState !== null && keyState.count > 0 && keyState.arrived === keyState.count);
    const held = bar.release - bar.end;
    const times = `${formatSeconds(bar.start)} – ${formatSeconds(bar.end)} s${held > 1e-9 ? `, held ${formatSeconds(held)} s` : ''}`;
    setText(this.times, isMoved || !keyState ? times : describeKeyState(keyState));
    this.element.title = times;
    for (const [part, grip] of this.grips) {
      const seconds = part === 'end' ? bar.end : part === 'hold' ? bar.release : bar.start;
      grip.setAttribute('aria-valuemin', String(frame.start));
      grip.setAttribute('aria-valuemax', String(Math.max(frame.end, bar.release)));
      grip.setAttribute('aria-valuenow', String(seconds));
      grip.setAttribute('aria-valuetext', part === 'whole' ? times : `${formatSeconds(seconds)} s`);
      grip.setAttribute('aria-invalid', String(isFaulty));
    }
  }

  private createGrip(part: BarPart, label: string): HTMLElement {
    const { actions } = this;
    const grip = element('div', {
      class: `grip-${part}`,
      role: 'slider',
      tabindex: 0,
      'aria-label': label,
      'aria-orientation': 'horizontal',
    });
    let from: number | null = null;
    grip.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      from = event.clientX;
      grip.setPointerCapture(event.pointerId);
      grip.focus({ preventScroll: true });
      event.preventDefault();
    });
    grip.addEventListener('pointermove', ({ clientX }) => {
      if (from !== null) actions.drag(part, clientX - from, this.lane.clientWidth);
    });
    grip.addEventListener('pointerup', () => {
      if (from !== null) actions.drop();
      from = null;
    });
    grip.addEventListener('pointercancel', () => {
      from = null;
      actions.cancel();
    });
    grip.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') from = null;
      const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
      if (direction === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      actions.step(part, event.shiftKey ? 2 * direction : direction);
      event.preventDefault();
    });
    return grip;
  }
}

function formatSeconds(seconds: number): string {
  return String(Number(seconds.toFixed(2)));
}
