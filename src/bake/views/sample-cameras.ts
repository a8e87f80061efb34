import type { BakePlan } from '../bake-plan.ts';
import type { CameraView } from '../scene-view.ts';

/** A camera in every frame of a bake, or once if nothing of it changes. */
export interface SampledCamera {
  readonly name: string;
  /** One view for each frame; a single view if the camera does not move. Quaternions of neighbouring frames have the signs that make them close. */
  readonly views: readonly CameraView[];
  /** Whether the field of view changes. */
  readonly zooms: boolean;
}

/** Samples the cameras of a plan at its frames. */
export function sampleCameras({ cameras = [], times, firstFrame, lastFrame }: BakePlan): SampledCamera[] {
  return cameras.map((camera) => {
    const last = camera.isMoving ? lastFrame : firstFrame;
    const views: CameraView[] = [];
    for (let frame = firstFrame; frame <= last; frame++) {
      const view = camera.at(times.seconds(frame));
      const before = views[views.length - 1]?.rotation;
      const [x, y, z, w] = view.rotation;
      const isFlipped = before && before[0] * x + before[1] * y + before[2] * z + before[3] * w < 0;
      views.push(isFlipped ? { ...view, rotation: [-x, -y, -z, -w] } : view);
    }
    return {
      name: camera.name,
      views,
      zooms: views.some(({ fieldOfView }) => fieldOfView !== views[0].fieldOfView),
    };
  });
}

/** Returns whether a plan has cameras or lights of its own. */
export function hasViews({ cameras = [], lights }: BakePlan): boolean {
  return cameras.length > 0 || (lights ?? null) !== null;
}
