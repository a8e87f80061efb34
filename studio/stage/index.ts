/** The drawing code of the page and of `aftermotion render`, so that their pictures agree. */

export type { GroundDescription } from '../outputs/heightfield/stage-grounds.ts';
export type { RendererName } from './create-renderer.ts';
export { createStage, type StageOptions } from './create-stage.ts';
export type { Stage } from './stage.ts';
export { type CameraPosition, type Point, type ViewName, viewNames } from './views.ts';
