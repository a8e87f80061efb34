import type { Playback } from '../run/playback.ts';
import { button, element, setText } from './element.ts';
import { icon } from './icon.ts';

/** Short messages over the picture: the state of the simulation, and notes. */
export class Notes {
  private readonly pace = element('p', { class: 'note', hidden: true });
  private readonly list = element('div', { class: 'note-list' });

  constructor(container: HTMLElement) {
    container.append(this.pace, this.list);
  }

  /**
   * Shows a message once. It disappears automatically, unless it stays until it is closed. Returns a function that closes it, for
   * example when the user has done what it asks for.
   */
  say(message: string, stays = false): () => void {
    const note = element(
      'p',
      { class: 'note' },
      element('span', {}, message),
      button(
        { class: 'quiet square small', 'aria-label': 'Close', onclick: () => note.remove() },
        icon('close'),
      ),
    );
    this.list.append(note);
    if (!stays) setTimeout(() => note.remove(), 8000);
    return () => note.remove();
  }

  showPace(
    playback: Playback,
    catchingUp: { from: number; tick: number; to: number } | null,
    preparing: { readonly fraction: number; readonly message: string } | null,
  ): void {
    const message = preparing ? preparingText(preparing) : paceText(playback, catchingUp);
    this.pace.hidden = message === '';
    setText(this.pace, message);
  }
}

function preparingText({
  fraction,
  message,
}: {
  readonly fraction: number;
  readonly message: string;
}): string {
  return `Preparing … ${Math.round(100 * fraction)} % · ${message}`;
}

function paceText(playback: Playback, catchingUp: { from: number; tick: number; to: number } | null): string {
  if (catchingUp && catchingUp.to - catchingUp.tick > 20) {
    const { from, tick, to } = catchingUp;
    return `Simulating up to here … ${Math.round((100 * Math.max(0, tick - from)) / Math.max(1, to - from))} %`;
  }
  switch (playback.pace) {
    case 'dropping':
      return 'This machine is too slow for this speed, so some steps are skipped. They are simulated when you pause. A download contains all steps.';
    case 'waiting':
      return `The picture waits for the simulation: ${Math.round(100 * playback.keptRate)} % of its speed.`;
    case 'even':
      return '';
  }
}
