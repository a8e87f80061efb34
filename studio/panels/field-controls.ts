import type { VectorParam } from '../../src/systems/index.ts';
import { button, element } from '../view/element.ts';
import type { Change, Control } from './field-row.ts';

/** Returns whether three numbers are a colour: red, green and blue from 0 to 1. */
export function isColor({ length, min, max, unit }: VectorParam): boolean {
  return length === 3 && min === 0 && max === 1 && unit === '';
}

/** Creates a control that edits a colour with the browser's colour picker, and as numbers. */
export function createColorControl(id: string, hintId: string, change: Change): Control {
  const picker = element('input', {
    type: 'color',
    id,
    'aria-describedby': hintId,
    oninput: () => change(readColor(picker.value)),
  });
  const numbers = ['red', 'green', 'blue'].map((label) =>
    element('input', {
      type: 'number',
      step: 'any',
      placeholder: label,
      'aria-label': label,
      onchange: () => {
        const texts = numbers.map((input) => input.value);
        if (texts.every((text) => text === '')) change(undefined);
        else if (texts.every((text) => text !== '')) change(texts.map(Number));
      },
    }),
  );
  return {
    elements: [element('div', { class: 'color-line' }, picker, ...numbers)],
    update({ effective }) {
      const color = Array.isArray(effective) ? effective.map(Number) : null;
      picker.classList.toggle('automatic', color === null);
      const shown = writeColor(color ?? [0.5, 0.5, 0.5]);
      if (document.activeElement !== picker || picker.value !== shown) picker.value = shown;
      numbers.forEach((input, k) => {
        if (document.activeElement !== input) input.value = color ? String(Number(color[k].toFixed(3))) : '';
      });
    },
  };
}

/** Converts `#ff8000` to 1, 0.502, 0, rounded to thousandths. */
export function readColor(text: string): number[] {
  return [1, 3, 5].map((at) => Number((Number.parseInt(text.slice(at, at + 2), 16) / 255).toFixed(3)));
}

/** Converts 1, 0.502, 0 to `#ff8000`. Values outside of 0..1 are clamped. */
export function writeColor(color: readonly number[]): string {
  const parts = [0, 1, 2].map((k) => {
    const value = Number.isFinite(color[k]) ? color[k] : 0;
    return Math.round(255 * Math.max(0, Math.min(1, value)))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

/** Creates a control that chooses one of the available names. */
export function createNameControl(isRequired: boolean, id: string, hintId: string, change: Change): Control {
  const select = element('select', {
    id,
    'aria-describedby': hintId,
    onchange: () => change(select.value === '' ? undefined : select.value),
  });
  return {
    elements: [select],
    update({ effective, choices = [] }) {
      const value = String(effective ?? '');
      // If the current name does not exist, it is shown too, because the scene contains it.
      const names = [...(isRequired ? [] : ['']), ...choices];
      if (!names.includes(value)) names.push(value);
      const key = JSON.stringify(names);
      if (select.dataset.names !== key) {
        select.dataset.names = key;
        select.replaceChildren(
          ...names.map((name) => element('option', { value: name }, name || 'automatic')),
        );
      }
      if (select.value !== value) select.value = value;
    },
  };
}

/** Creates a control that chooses several of the available names, in the order in which they are chosen. */
export function createNamesControl(label: string, id: string, hintId: string, change: Change): Control {
  const group = element('div', {
    class: 'chips',
    role: 'group',
    id,
    'aria-label': label,
    'aria-describedby': hintId,
  });
  let chosen: readonly string[] = [];
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
    change(next.length > 0 ? next : undefined);
  };
  return {
    elements: [group],
    update({ effective, choices = [] }) {
      chosen = Array.isArray(effective) ? effective.map(String) : [];
      const names = [...choices, ...chosen.filter((name) => !choices.includes(name))];
      const key = JSON.stringify(names);
      if (group.dataset.names !== key) {
        group.dataset.names = key;
        group.replaceChildren(
          ...names.map((name) =>
            button({ class: 'chip', 'data-name': name, onclick: () => toggle(name) }, name),
          ),
        );
      }
      for (const chip of group.querySelectorAll<HTMLElement>('[data-name]')) {
        chip.setAttribute('aria-pressed', String(chosen.includes(chip.dataset.name!)));
      }
    },
  };
}
