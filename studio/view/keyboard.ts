export interface KeyActions {
  togglePlay(): void;
  /** Ticks forward or backward. */
  step(ticks: number): void;
  toStart(): void;
  toEnd(): void;
  turnCamera(right: number, up: number): void;
}

/** Ticks of an arrow key: a frame at 30 fps. With shift a quarter of a second. */
const smallStep = 2;
const largeStep = 15;

/** Adds keyboard shortcuts of the whole page. They do not apply if a control uses the key. */
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

/** On the picture: w, a, s, d rotate the camera. */
const turns: Readonly<Record<string, readonly [number, number]>> = {
  a: [-1, 0],
  d: [1, 0],
  w: [0, 1],
  s: [0, -1],
};

/** Returns whether a control uses a key itself. */
function takesKey(target: HTMLElement, key: string): boolean {
  const control = target.closest('input, select, textarea, button, summary, a');
  if (!control) return false;
  if (control.id === 'timeline') return key !== ' ';
  if (control instanceof HTMLButtonElement || control.matches('summary, a'))
    return key === ' ' || key === 'Enter';
  return true;
}
