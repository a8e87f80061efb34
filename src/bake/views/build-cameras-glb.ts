import { GlbPatch } from '../../files/glb-patch.ts';
import { quaternionBetween } from '../../math/quaternion.ts';
import type { BakePlan } from '../bake-plan.ts';
import { type SampledCamera, sampleCameras } from './sample-cameras.ts';

const lightsExtension = 'KHR_lights_punctual';
/** Distance of the near plane, metres. There is no far plane. */
const near = 0.05;
const clipName = 'cameras';

export interface CamerasGlb {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly warnings: readonly string[];
}

/**
 * Creates a GLB with a node for each camera of a plan, which moves in the clip `cameras` with one key per frame from time 0 on, and with
 * the sun as a directional light. The intensity of the light is its irradiance in the units of three.js: π lights a white surface fully.
 */
export function buildCamerasGlb(plan: BakePlan): CamerasGlb {
  const glb = GlbPatch.create();
  const cameras = sampleCameras(plan);
  const nodes = cameras.map(({ name, views }, camera) =>
    glb.add('nodes', {
      name,
      camera,
      translation: [...views[0].position],
      rotation: [...views[0].rotation],
    }),
  );
  if (cameras.length > 0) {
    glb.json.cameras = cameras.map(({ name, views }) => ({
      name,
      type: 'perspective',
      perspective: { yfov: views[0].fieldOfView, znear: near },
    }));
  }
  const moving = cameras.flatMap((camera, k) =>
    camera.views.length > 1 ? [{ camera, node: nodes[k] }] : [],
  );
  if (moving.length > 0) addClip(glb, plan, moving);
  const { sun } = plan.lights ?? {};
  if (sun) {
    const { toSun, color, strength } = sun;
    glb.json.extensionsUsed = [lightsExtension];
    glb.json.extensions = {
      [lightsExtension]: {
        lights: [{ name: 'sun', type: 'directional', color: [...color], intensity: Math.PI * strength }],
      },
    };
    nodes.push(
      glb.add('nodes', {
        name: 'sun',
        // A light shines along −z of its node.
        rotation: [...quaternionBetween([0, 0, 1], toSun)],
        extensions: { [lightsExtension]: { light: 0 } },
      }),
    );
  }
  // Some readers refuse a scene without nodes.
  glb.json.scene = glb.add('scenes', { name: plan.name, ...(nodes.length > 0 && { nodes }) });
  return {
    bytes: glb.toGlb(),
    warnings: cameras.flatMap(({ name, zooms }) =>
      zooms
        ? [
            `the field of view of the camera ${name} changes; in cameras.glb it is that of the first frame, since glTF cannot animate it`,
          ]
        : [],
    ),
  };
}

function addClip(
  glb: GlbPatch,
  { times, firstFrame, lastFrame }: BakePlan,
  moving: readonly { readonly camera: SampledCamera; readonly node: number }[],
): void {
  const start = times.seconds(firstFrame);
  const seconds = Float32Array.from(
    { length: lastFrame - firstFrame + 1 },
    (_, k) => times.seconds(firstFrame + k) - start,
  );
  const input = glb.addAccessor(seconds, 'SCALAR');
  const samplers = moving.flatMap(({ camera: { views } }) => [
    { input, output: glb.addAccessor(Float32Array.from(views.flatMap(({ position }) => position)), 'VEC3') },
    { input, output: glb.addAccessor(Float32Array.from(views.flatMap(({ rotation }) => rotation)), 'VEC4') },
  ]);
  glb.add('animations', {
    name: clipName,
    samplers,
    channels: moving.flatMap(({ node }, k) => [
      { sampler: 2 * k, target: { node, path: 'translation' } },
      { sampler: 2 * k + 1, target: { node, path: 'rotation' } },
    ]),
  });
}
