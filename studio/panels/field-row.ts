import type { FieldSpec } from '../../src/scene/index.ts';
import { isKeyed } from '../../src/systems/index.ts';
import { button, element, setText, uniqueId } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { createColorControl, createNameControl, createNamesControl, isColor } from './field-controls.ts';
import { type FieldModel, showNumber, sliderSteps } from './field-model.ts';
import { createKeysControl } from './keys-control.ts';
import { firstValue, mayHaveKeys, startKeys } from './keys-model.ts';

/** One parameter: its name, a control for its kind, its description and range, and a reset button. */
export interface FieldRow {
  readonly element: HTMLElement;
  update(model: FieldModel): void;
}

/** The control that changes a value. */
export interface Control {
  readonly elements: readonly HTMLElement[];
  update(model: FieldModel): void;
}

export type Change = (value: unknown) => void;

/** The range of a number, as attributes of its field. */
export interface Limits {
  readonly min?: number;
  readonly max?: number;
}

export function limitsOf(spec: FieldSpec): Limits {
  return 'min' in spec ? { min: spec.min, max: spec.max } : {};
}

export function createFieldRow(model: FieldModel, change: Change): FieldRow {
  const id = uniqueId(`field-${model.name}`);
  const hintId = `${id}-hint`;
  const control = createControl(model, id, hintId, change);
  const keys = mayHaveKeys(model.spec) ? createKeysPart(model, control, change) : null;
  const reset = button(
    {
      class: 'quiet square small',
      'aria-label': `Reset ${model.label.toLowerCase()}`,
      title: 'Reset',
      onclick: () => change(resetValue),
    },
    icon('reset'),
  );
  const value = element('output', { class: 'field-value', for: id });
  const description = element('span');
  let resetValue: unknown;
  const row = element(
    'div',
    { class: 'field', 'data-field': model.name },
    element(
      'div',
      { class: 'field-head' },
      element('label', { for: id }, model.label),
      value,
      keys?.toggle ?? null,
      reset,
    ),
    ...(keys?.elements ?? control.elements),
    element(
      'p',
      { class: 'hint', id: hintId },
      description,
      ' ',
      element('span', { class: 'range' }, rangeText(model)),
    ),
  );
  const update = (next: FieldModel) => {
    resetValue = next.resetValue;
    reset.style.visibility = next.isChanged ? '' : 'hidden';
    row.classList.toggle('changed', next.isChanged);
    setText(value, valueText(next));
    setText(description, next.description);
    (keys ?? control).update(next);
  };
  update(model);
  return { element: row, update };
}

/** Adds keys over time to the control of a value: either the value or its keys are shown. */
function createKeysPart(
  model: FieldModel,
  control: Control,
  change: Change,
): Control & { readonly toggle: HTMLElement } {
  const keys = createKeysControl(model.label, model.spec, change);
  let latest = model;
  const toggle = button({
    class: 'plain small',
    'data-keys': model.name,
    onclick: () => {
      const { given } = latest;
      const next = isKeyed(given) ? firstValue(given) : startKeys(latest);
      if (next !== null) change(next);
    },
  });
  const one = element('div', { class: 'field-one' }, ...control.elements);
  const many = element('div', { class: 'field-keys' }, ...keys.elements);
  return {
    toggle,
    elements: [one, many],
    update(next) {
      latest = next;
      const hasKeys = isKeyed(next.given);
      one.hidden = hasKeys;
      many.hidden = !hasKeys;
      setText(toggle, hasKeys ? 'One value' : 'Keys');
      toggle.setAttribute('aria-pressed', String(hasKeys));
      toggle.title = hasKeys ? 'Replace the keys by the first value' : 'Let the value change over time';
      toggle.disabled = !hasKeys && startKeys(next) === null;
      if (hasKeys) keys.update(next);
      else control.update(next);
    },
  };
}

function rangeText({ spec, expected }: FieldModel): string {
  if (spec.type === 'flag' || spec.type === 'choice') return '';
  const short = expected.replace(/\d+\.\d{4,}/g, (number) => String(Number(Number(number).toPrecision(3))));
  return `${short[0].toUpperCase()}${short.slice(1)}.`;
}

/** Returns the text beside the number: its unit, for an angle also the degrees, and whether the system chose the value. */
function valueText({ spec, given, effective, slider, physical }: FieldModel): string {
  if (!('unit' in spec)) return '';
  const isNumber = typeof effective === 'number';
  if (physical !== undefined) return isNumber ? (slider?.describe?.(effective) ?? '') : '';
  const parts = [spec.unit];
  if (isNumber && spec.unit === 'rad') parts.push(`${Math.round((effective * 180) / Math.PI)}°`);
  if (given === undefined && spec.default === undefined) parts.push('auto');
  return parts.filter((part) => part !== '').join(' · ');
}

function createControl(model: FieldModel, id: string, hintId: string, change: Change): Control {
  const { spec } = model;
  switch (spec.type) {
    case 'number':
    case 'integer':
      return createNumberControl(model, id, hintId, change);
    case 'choice':
      return createChoiceControl(spec.choices, id, hintId, change);
    case 'flag':
      return createFlagControl(id, hintId, change);
    case 'vector':
      return isColor(spec)
        ? createColorControl(id, hintId, change)
        : createVectorControl(spec.length, spec.unit, limitsOf(spec), id, hintId, change);
    case 'numbers':
      return createTextControl(id, hintId, change, (text) => text.split(/[\s,]+/).map(Number));
    case 'list':
      return createListControl(id, hintId, change);
    case 'text':
      return model.choices
        ? createNameControl(spec.required === true, id, hintId, change)
        : createTextControl(id, hintId, change, (text) => text);
    case 'texts':
      if (model.choices) return createNamesControl(model.label, id, hintId, change);
      return createTextControl(id, hintId, change, (text) => text.split(',').map((part) => part.trim()));
  }
}

function createNumberControl(model: FieldModel, id: string, hintId: string, change: Change): Control {
  const { spec, label, physical } = model;
  const unit = 'unit' in spec ? spec.unit : '';
  let scale = model.slider!;
  const slider = element('input', {
    type: 'range',
    id,
    min: 0,
    max: sliderSteps,
    step: 1,
    'aria-describedby': hintId,
    oninput: () => change(scale.toValue(Number(slider.value))),
  });
  // While a value is being typed, messages from the run do not overwrite it.
  let isTyping = false;
  const number = element('input', {
    type: 'number',
    step: 'any',
    // The browser marks numbers outside of the range. The message about them appears in the picture.
    ...limitsOf(spec),
    oninput: () => {
      isTyping = true;
    },
    onblur: () => {
      isTyping = false;
    },
    'aria-label': `${physical ? `${label}: ${physical}` : label}${unit ? ` in ${unitText(unit)}` : ''}`,
    'aria-describedby': hintId,
    onchange: () => {
      isTyping = false;
      change(number.value === '' ? undefined : Number(number.value));
    },
  });
  return {
    elements: [
      element(
        'div',
        { class: physical ? 'slider-line with-unit' : 'slider-line' },
        slider,
        number,
        physical ? element('span', { class: 'unit' }, unit) : null,
      ),
    ],
    update({ effective, given, slider: nextScale }) {
      scale = nextScale!;
      const known = typeof effective === 'number';
      const position = String(known ? scale.toPosition(effective) : sliderSteps / 2);
      if (slider.value !== position) slider.value = position;
      slider.style.setProperty('--played', `${(100 * Number(position)) / sliderSteps}%`);
      slider.classList.toggle('automatic', given === undefined && !known);
      const feel = known ? scale.describe?.(effective) : undefined;
      const shown = known ? showNumber(effective, unit) : 'automatic';
      slider.setAttribute('aria-valuetext', feel ? `${feel}, ${shown}` : shown);
      const text = known ? String(Number(effective.toPrecision(6))) : '';
      if (!isTyping && number.value !== text) number.value = text;
      number.placeholder = known ? '' : 'auto';
    },
  };
}

const unitNames: Record<string, string> = {
  m: 'metres',
  s: 'seconds',
  rad: 'radians',
  Pa: 'pascals',
  'kg/m³': 'kilograms per cubic metre',
  'm/s': 'metres per second',
  '1/s': 'per second',
};

function unitText(unit: string): string {
  return unitNames[unit] ?? unit;
}

function createChoiceControl(
  choices: readonly string[],
  id: string,
  hintId: string,
  change: Change,
): Control {
  const select = element(
    'select',
    { id, 'aria-describedby': hintId, onchange: () => change(select.value) },
    ...choices.map((choice) => element('option', { value: choice }, choice)),
  );
  return {
    elements: [select],
    update: ({ effective }) => {
      select.value = String(effective);
    },
  };
}

function createFlagControl(id: string, hintId: string, change: Change): Control {
  const box = element('input', {
    type: 'checkbox',
    role: 'switch',
    class: 'switch',
    id,
    'aria-describedby': hintId,
    onchange: () => change(box.checked),
  });
  return {
    elements: [box],
    update: ({ effective }) => {
      box.checked = effective === true;
    },
  };
}

const axisNames: Record<number, readonly string[]> = { 2: ['x', 'z'], 3: ['x', 'y', 'z'] };

function createVectorControl(
  length: number,
  unit: string,
  limits: Limits,
  id: string,
  hintId: string,
  change: Change,
): Control {
  const inputs = Array.from({ length }, (_, axis) =>
    element('input', {
      type: 'number',
      step: 'any',
      ...limits,
      id: axis === 0 ? id : `${id}-${axis}`,
      placeholder: axisNames[length]?.[axis] ?? '',
      'aria-label': `${axisNames[length]?.[axis] ?? axis}${unit ? ` in ${unitText(unit)}` : ''}`,
      'aria-describedby': hintId,
      onchange: () => {
        const texts = inputs.map((input) => input.value);
        if (texts.every((text) => text === '')) change(undefined);
        else if (texts.every((text) => text !== '')) change(texts.map(Number));
      },
    }),
  );
  return {
    elements: [element('div', { class: 'vector-line' }, ...inputs)],
    update({ effective }) {
      inputs.forEach((input, axis) => {
        if (document.activeElement === input) return;
        input.value = Array.isArray(effective) ? String(effective[axis]) : '';
      });
    },
  };
}

/** Creates a control that edits a list as JSON, for lists without their own panel. */
function createListControl(id: string, hintId: string, change: Change): Control {
  const area = element('textarea', {
    id,
    rows: 6,
    spellcheck: 'false',
    'aria-describedby': hintId,
    onchange: () => {
      area.setCustomValidity('');
      try {
        change(area.value.trim() === '' ? undefined : JSON.parse(area.value));
      } catch {
        area.setCustomValidity('Expected a list in [ ], as in a scene file.');
        area.reportValidity();
      }
    },
  });
  return {
    elements: [area],
    update({ effective }) {
      if (document.activeElement === area) return;
      area.value = Array.isArray(effective) ? JSON.stringify(effective, null, 1) : '';
    },
  };
}

function createTextControl(
  id: string,
  hintId: string,
  change: Change,
  read: (text: string) => unknown,
): Control {
  const input = element('input', {
    type: 'text',
    id,
    spellcheck: 'false',
    'aria-describedby': hintId,
    placeholder: 'automatic',
    onchange: () => change(input.value.trim() === '' ? undefined : read(input.value)),
  });
  return {
    elements: [input],
    update({ effective }) {
      if (document.activeElement === input) return;
      input.value = Array.isArray(effective) ? effective.join(', ') : String(effective ?? '');
    },
  };
}
