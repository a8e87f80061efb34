export interface KeyActions {
  togglePlay(): void;
  /** Ticks forwards or backwards. */
  step(ticks: number): void;
  toStart(): void;
  toEnd(): void;
  turnCamera(right: number, up: number): void;
}

/** Ticks of an arrow key: a frame of 30 a second; with shift a quarter of a second. */
const smallStep = 2;
const largeStep = 15;

/** Keys for the whole page, wherever they mean nothing else. */
export function listenToKeys(isPicture: (target: HTMLElement) => boolean, actions: KeyActions): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (takesKey(target, event.key)) return;
    const step = event.shiftKey ? largeStep : smallStep;
    switch (event.key) {
      case ' ':
        actions.togglePlay();
        break;
      case 'ArrowLeft':
        actions.step(-step);
        break;
      case 'ArrowRight':
        actions.step(step);
        break;
      case 'Home':
        actions.toStart();
        break;
      case 'End':
        actions.toEnd();
        break;
      default:
        if (!isPicture(target) || !turns[event.key]) return;
        actions.turnCamera(...turns[event.key]);
    }
    event.preventDefault();
  });
}

/** On the picture: w, a, s, d turn the camera. */
const turns: Readonly<Record<string, readonly [number, number]>> = {
  a: [-1, 0],
  d: [1, 0],
  w: [0, 1],
  s: [0, -1],
};

/** Whether a control does something of its own with a key. */
function takesKey(target: HTMLElement, key: string): boolean {
  const control = target.closest('input, select, textarea, button, summary, a');
  if (!control) return false;
  if (control.id === 'timeline') return key !== ' ';
  if (control instanceof HTMLButtonElement || control.matches('summary, a'))
    return key === ' ' || key === 'Enter';
  return true;
}
