import type { Problem } from '../run/protocol.ts';
import { button, element } from './element.ts';
import { icon } from './icon.ts';

/** Shows faults, with the same messages as on the command line. */
export class ProblemPanel {
  readonly element = element('section', {
    class: 'problem',
    role: 'alert',
    tabindex: '-1',
    hidden: true,
    'aria-label': 'What needs attention',
  });

  /** Shows a problem. Null: there are no faults any more. */
  show(problem: Problem | null): void {
    this.element.hidden = problem === null;
    if (!problem) {
      this.element.replaceChildren();
      return;
    }
    const { faults, isDefect } = problem;
    const title = isDefect
      ? 'This is a bug in Aftermotion'
      : faults.length > 1
        ? `${faults.length} errors`
        : 'This needs attention';
    this.element.replaceChildren(
      element('h2', {}, title),
      element(
        'ul',
        {},
        ...faults.map(({ path, message }) =>
          element('li', {}, path ? element('code', {}, path) : null, path ? `: ${message}` : message),
        ),
      ),
      button({ class: 'quiet square', 'aria-label': 'Close', onclick: () => this.show(null) }, icon('close')),
    );
    // Users who are typing, or moving a key, are not interrupted.
    if (!document.activeElement?.matches('textarea, [role=slider]')) this.element.focus();
  }
}
