import type { FieldSpec } from '../../src/scene/index.ts';
import { type Interpolation, interpolations, isKeyed, type KeyedValue } from '../../src/systems/index.ts';
import { button, element } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { labelOf } from './field-model.ts';
import { type Change, type Control, type Limits, limitsOf } from './field-row.ts';
import { addKey, changeKey, interpolate, removeKey } from './keys-model.ts';

/** Creates a control that edits the keys over time of a parameter: a line for each key, with its time and its value. */
export function createKeysControl(label: string, spec: FieldSpec, change: Change): Control {
  const unit = 'unit' in spec ? spec.unit : '';
  const limits = limitsOf(spec);
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
    'Add key',
  );
  let shown: { readonly length: number; readonly size: number; update(): void } | null = null;
  const show = (length: number, size: number) => {
    const made = Array.from({ length }, (_, index) =>
      createLine(index, size, unit, limits, () => keyed!, edit),
    );
    lines.style.setProperty('--values', String(size));
    lines.replaceChildren(createNames(size), ...made.map((line) => line.element));
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

/** Creates the line above the keys that names their numbers. The numbers have names of their own for readers of the screen. */
function createNames(size: number): HTMLElement {
  const names = size > 1 ? Array.from({ length: size }, (_, axis) => axisName(axis)) : ['value'];
  return element(
    'div',
    { class: 'key-line names', 'aria-hidden': 'true' },
    ...['time, s', ...names].map((name) => element('span', {}, name)),
  );
}

function axisName(axis: number): string {
  return 'xyz'[axis] ?? String(axis);
}

function createLine(
  index: number,
  size: number,
  unit: string,
  limits: Limits,
  read: () => KeyedValue,
  edit: (make: (before: KeyedValue) => KeyedValue) => void,
): { readonly element: HTMLElement; update(): void } {
  const createInput = (
    name: string,
    apply: (numbers: readonly number[]) => void,
    all: () => HTMLInputElement[],
    range: Limits = {},
  ) =>
    element('input', {
      type: 'number',
      step: 'any',
      ...range,
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
      `Value of key ${index + 1}${size > 1 ? `, ${axisName(axis)}` : ''}${unit ? ` in ${unit}` : ''}`,
      (numbers) => edit((before) => changeKey(before, index, { value: size > 1 ? numbers : numbers[0] })),
      () => values,
      limits,
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
  const update = () => {
    const { keys } = read();
    // The key was removed while one of its numbers was being edited.
    if (index >= keys.length) return;
    const { time: seconds, value } = keys[index];
    const numbers = [seconds, ...(Array.isArray(value) ? value : [value])];
    for (const [k, input] of [time, ...values].entries()) {
      if (document.activeElement !== input) input.value = String(numbers[k]);
    }
    remove.hidden = keys.length === 1;
  };
  // A number that was deleted and not replaced is shown again.
  for (const input of [time, ...values]) input.onblur = update;
  return {
    element: element('div', { class: 'key-line', role: 'listitem' }, time, ...values, remove),
    update,
  };
}
