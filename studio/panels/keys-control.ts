import { type Interpolation, interpolations, isKeyed, type KeyedValue } from '../../src/systems/index.ts';
import { button, element } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { labelOf } from './field-model.ts';
import type { Change, Control } from './field-row.ts';
import { addKey, changeKey, interpolate, removeKey } from './keys-model.ts';

/** Creates a control that edits the keys over time of a parameter: a line for each key, with its time and its value. */
export function createKeysControl(label: string, unit: string, change: Change): Control {
  let keyed: KeyedValue | null = null;
  const edit = (make: (before: KeyedValue) => KeyedValue) => {
    if (keyed) change(make(keyed));
  };
  const lines = element('div', { class: 'key-lines', role: 'list', 'aria-label': `Keys of ${label}` });
  const between = element(
    'select',
    {
      'aria-label': 'Between two keys',
      onchange: () => edit((before) => interpolate(before, between.value as Interpolation)),
    },
    ...interpolations.map((name) => element('option', { value: name }, labelOf(name))),
  );
  const add = button(
    { class: 'plain small', 'data-add': 'key', onclick: () => edit(addKey) },
    icon('plus'),
    'Key',
  );
  let shown: { readonly length: number; readonly size: number; update(): void } | null = null;
  const show = (length: number, size: number) => {
    const made = Array.from({ length }, (_, index) => createLine(index, size, unit, () => keyed!, edit));
    lines.replaceChildren(...made.map((line) => line.element));
    shown = { length, size, update: () => made.forEach((line) => void line.update()) };
  };
  return {
    elements: [lines, element('div', { class: 'key-foot' }, between, add)],
    update({ given }) {
      keyed = isKeyed(given) && Array.isArray(given.keys) && given.keys.length > 0 ? given : null;
      if (!keyed) return;
      const { length } = keyed.keys;
      const [{ value }] = keyed.keys;
      const size = Array.isArray(value) ? value.length : 1;
      if (shown?.length !== length || shown.size !== size) show(length, size);
      shown!.update();
      between.value = keyed.interpolation ?? 'linear';
    },
  };
}

function createLine(
  index: number,
  size: number,
  unit: string,
  read: () => KeyedValue,
  edit: (make: (before: KeyedValue) => KeyedValue) => void,
): { readonly element: HTMLElement; update(): void } {
  const createInput = (
    name: string,
    apply: (numbers: readonly number[]) => void,
    all: () => HTMLInputElement[],
  ) =>
    element('input', {
      type: 'number',
      step: 'any',
      'aria-label': name,
      onchange: () => {
        const texts = all().map((input) => input.value);
        if (texts.every((text) => text !== '')) apply(texts.map(Number));
      },
    });
  const time: HTMLInputElement = createInput(
    `Time of key ${index + 1} in seconds`,
    ([seconds]) => edit((before) => changeKey(before, index, { time: seconds })),
    () => [time],
  );
  const values: HTMLInputElement[] = Array.from({ length: size }, (_, axis) =>
    createInput(
      `Value of key ${index + 1}${size > 1 ? `, ${'xyz'[axis] ?? axis}` : ''}${unit ? ` in ${unit}` : ''}`,
      (numbers) => edit((before) => changeKey(before, index, { value: size > 1 ? numbers : numbers[0] })),
      () => values,
    ),
  );
  const remove = button(
    {
      class: 'quiet square small',
      'aria-label': `Remove key ${index + 1}`,
      title: 'Remove',
      onclick: () => edit((before) => removeKey(before, index)),
    },
    icon('close'),
  );
  const line = element(
    'div',
    { class: 'key-line', role: 'listitem' },
    time,
    element('span', { class: 'unit' }, 's'),
    ...values,
    remove,
  );
  return {
    element: line,
    update() {
      const key = read().keys[index];
      const numbers = [key.time, ...(Array.isArray(key.value) ? key.value : [key.value])];
      for (const [k, input] of [time, ...values].entries()) {
        if (document.activeElement !== input) input.value = String(numbers[k]);
      }
      remove.hidden = read().keys.length === 1;
    },
  };
}
