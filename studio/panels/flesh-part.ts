import { minOf } from '../../src/math/index.ts';
import { applyMaterial, fleshMaterialNames, fleshParams } from '../../src/systems/flesh/index.ts';
import { entryAt, openedEntryAt, type SceneLocation } from '../document/edit-scene.ts';
import {
  bounciness,
  type Feel,
  feelScale,
  lastingBounciness,
  softness,
  weight,
} from '../flesh/feel-scales.ts';
import { deriveFlesh, type SceneFlesh } from '../flesh/scene-flesh.ts';
import { button, element, setText, uniqueId } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { createFieldList, createFold } from './field-list.ts';
import { createFieldModel, type FieldModel } from './field-model.ts';
import { createFieldRow } from './field-row.ts';
import { createFleshWork } from './flesh-work.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';
import { foldParams } from './system-layouts.ts';

/** Creates one part of flesh: its joints, its feel, the results of its preparation, and tools for work by hand. */
export function createFleshPart(
  { index, name }: SceneFlesh,
  state: StudioState,
  actions: StudioActions,
): Panel {
  const location: SceneLocation = `systems.${index}`;
  const { flesh } = actions;
  const joints = element('p', { class: 'joint-names' });
  const materialId = uniqueId('flesh-material');
  const material = element(
    'select',
    { id: materialId, onchange: () => flesh.chooseMaterial(index, material.value) },
    ...fleshMaterialNames.map((choice) => element('option', { value: choice }, choice)),
  );
  const feels = element('div', { class: 'fields' });
  let shownFeels: readonly Feel[] = [];
  let rows: { feel: Feel; row: ReturnType<typeof createFieldRow> }[] = [];
  const showFeels = (next: StudioState) => {
    const wanted = feelsOf(next, location);
    if (wanted.some((feel, k) => feel !== shownFeels[k])) {
      shownFeels = wanted;
      rows = wanted.map((feel) => ({
        feel,
        row: createFieldRow(feelModel(feel, next, location), (value) =>
          actions.edit(location, feel.param, value),
        ),
      }));
      feels.replaceChildren(...rows.map(({ row }) => row.element));
    }
    for (const { feel, row } of rows) row.update(feelModel(feel, next, location));
  };
  const progress = element('progress', { max: 1, 'aria-label': `Preparing ${name}` });
  const progressText = element('span', { class: 'hint' });
  const preparing = element('div', { class: 'preparing', role: 'status' }, progress, progressText);
  const quality = element('dl', { class: 'results' });
  const warnings = element('ul', { class: 'hint' });
  const work = createFleshWork(name, flesh);
  const shownAbove = ['actor', 'joints', 'material', 'stiffness', 'damping', 'density'];
  const lists = foldParams(fleshParams, shownAbove).map(({ title, names }) => {
    const derive = (next: StudioState) => deriveFlesh(entryAt(next.document.scene, location));
    const list = createFieldList({ location, table: fleshParams, names, derive }, state, actions);
    return { list, fold: createFold(title, list.element) };
  });
  const found = createFold('Results of the preparation', quality, warnings);
  return {
    element: element(
      'section',
      { class: 'flesh-part', 'data-flesh': name },
      element(
        'div',
        { class: 'flesh-head' },
        element('h3', {}, name),
        button(
          {
            class: 'quiet small',
            'aria-label': `Choose other joints for ${name}`,
            onclick: () => flesh.startDraft(index),
          },
          'Joints …',
        ),
        button(
          {
            class: 'quiet square small',
            'aria-label': `Remove ${name}`,
            title: 'Remove',
            onclick: () => flesh.remove(index),
          },
          icon('close'),
        ),
      ),
      joints,
      preparing,
      work.element,
      element('div', { class: 'field-head' }, element('label', { for: materialId }, 'Like'), material),
      feels,
      ...lists.map(({ fold }) => fold),
      found,
    ),
    update(next) {
      const entry = entryAt(next.document.scene, location);
      setText(joints, describeJoints(entry));
      material.value = String(entry.material ?? fleshParams.material.default);
      showFeels(next);
      const { preparing: preparation, prepared } = next.flesh;
      const own = preparation?.message.startsWith(`${name}: `) ? preparation : null;
      preparing.hidden = own === null;
      if (own) {
        progress.value = own.fraction;
        setText(progressText, own.message.slice(name.length + 2));
      }
      const part = prepared.find((one) => one.name === name)?.part ?? null;
      work.update(next);
      work.element.hidden = part === null;
      found.hidden = part === null;
      if (part) {
        const { stiffness, density } = { ...deriveFlesh(entry), ...entry } as Record<string, number>;
        const isKnown = stiffness > 0 && density > 0;
        showQuality(quality, (isKnown ? applyMaterial(part, { stiffness, density }) : part).quality);
        warnings.hidden = part.quality.warnings.length === 0;
        const texts = part.quality.warnings.join('\n');
        if (warnings.dataset.texts !== texts) {
          warnings.dataset.texts = texts;
          warnings.replaceChildren(...part.quality.warnings.map((text) => element('li', {}, text)));
        }
      }
      for (const { list } of lists) list.update(next);
    },
  };
}

/**
 * Returns the scales for softness, bounciness and weight. If the scene gives a half-life, the scale of bounciness is that of the half-life.
 */
function feelsOf({ document }: StudioState, location: SceneLocation): readonly Feel[] {
  const { halfLife } = entryAt(document.scene, location);
  return [softness, halfLife === undefined ? bounciness : lastingBounciness, weight];
}

function feelModel(feel: Feel, { document }: StudioState, location: SceneLocation): FieldModel {
  const entry = entryAt(document.scene, location);
  const opened = openedEntryAt(document.opened, document.scene, location);
  const spec = fleshParams[feel.param];
  const model = createFieldModel(feel.param, spec, { entry, opened, derived: deriveFlesh(entry) });
  return {
    ...model,
    label: feel.label,
    slider: feelScale(feel),
    physical: feel.physical,
  };
}

function describeJoints({ joints, mask, surfaces }: Readonly<Record<string, unknown>>): string {
  if (typeof mask === 'string' && !Array.isArray(joints)) return 'Painted area';
  if (Array.isArray(joints) && joints.length > 0) return joints.join(', ');
  return Array.isArray(surfaces) ? `All of ${surfaces.join(', ')}` : 'The whole character';
}

interface Quality {
  readonly tetCount: number;
  readonly frequencies: readonly number[];
  readonly mass: number;
  readonly expectedError: number;
  readonly worstElement: number;
  readonly effectiveMass: readonly number[];
}

function showQuality(list: HTMLElement, quality: Quality): void {
  const { tetCount, frequencies, mass, expectedError, worstElement, effectiveMass } = quality;
  const digits = (value: number) => String(Number(value.toPrecision(2)));
  const percent = (value: number) => `${digits(100 * value)} %`;
  const rows: [string, string][] = [
    ['Elements', `${tetCount.toLocaleString('en')}, min quality ${digits(worstElement)}`],
    [
      'Frequencies',
      `${frequencies.slice(0, 3).map(digits).join(', ')} … ${digits(frequencies.at(-1) ?? 0)} Hz`,
    ],
    ['Mass', mass >= 0.1 ? `${digits(mass)} kg` : `${digits(1000 * mass)} g`],
    ['Effective mass', percent(minOf(effectiveMass))],
    ['Expected error', percent(expectedError)],
  ];
  const texts = rows.flat().join('\n');
  if (list.dataset.texts === texts) return;
  list.dataset.texts = texts;
  list.replaceChildren(
    ...rows.flatMap(([term, value]) => [element('dt', {}, term), element('dd', {}, value)]),
  );
}
