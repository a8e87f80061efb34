import type { BakePlan } from '../bake-plan.ts';
import type { BlenderViews } from '../blender/blender-facts.ts';
import type { OutputExplanation, OutputWriter } from '../output-definition.ts';
import { buildCamerasGlb } from './build-cameras-glb.ts';
import { hasViews, sampleCameras } from './sample-cameras.ts';

const file = 'cameras.glb';

/** Writes the cameras and lights of a scene. They are known before the simulation. */
export const viewsWriter: OutputWriter = {
  listPaths({ plan }, add) {
    if (hasViews(plan)) add('cameras', file, 'the cameras of the scene');
  },

  countWork: ({ plan }) => (isWritten(plan) ? 1 : 0),

  *estimate({ plan }) {
    const bytes = hasViews(plan) ? buildCamerasGlb(plan).bytes.length : 0;
    yield;
    return { files: { cameras: bytes }, keptBytes: 0 };
  },

  async write({ plan }, sink) {
    if (!hasViews(plan)) return {};
    const isThere = isWritten(plan);
    const { bytes, warnings } = buildCamerasGlb(plan);
    if (isThere) {
      await sink.next('cameras');
      await sink.write(file, 'cameras', bytes);
    }
    return { warnings: isThere ? warnings : [], explain: () => explainViews(plan, isThere) };
  },
};

function isWritten(plan: BakePlan): boolean {
  return plan.outputs.includes('cameras') && hasViews(plan);
}

function explainViews(plan: BakePlan, isThere: boolean): OutputExplanation {
  const { cameras = [], lights } = plan;
  const names = [...cameras.map(({ name }) => name), ...(lights?.sun ? ['the sun'] : [])];
  const entry: BlenderViews = {
    kind: 'views',
    name: 'cameras and lights',
    isHidden: false,
    cameras: sampleCameras(plan).map(({ name, views }) => ({
      name,
      positions: views.map(({ position }) => position),
      rotations: views.map(({ rotation }) => rotation),
      fieldsOfView: views.map(({ fieldOfView }) => fieldOfView),
    })),
    sun: lights?.sun ?? null,
  };
  const notes =
    lights?.sky === undefined
      ? []
      : [`the light of the sky (strength ${lights.sky}) is not imported: set the world of the scene`];
  return {
    ...(isThere && {
      about: `${file}: ${names.join(', ')}. The clip "cameras" moves the cameras. The light has the unit of three.js: an intensity of π lights a white surface fully.`,
    }),
    entries: [{ entry }],
    notes,
  };
}
