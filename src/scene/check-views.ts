import type { InputFault } from '../input-error.ts';
import { findNearestName } from '../nearest-name.ts';
import { isEntry } from '../systems/map-params.ts';
import { showValue } from '../systems/param-messages.ts';
import { type ViewName, viewNames } from './view-names.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Finds faults of the cameras and lights of a scene that involve several values. Values of the wrong type are ignored here. */
export function checkViews(cameras: unknown, lights: unknown, actors: readonly string[]): InputFault[] {
  return [...checkCameras(entriesOf(cameras), actors), ...checkLights(entriesOf(lights))];
}

function entriesOf(value: unknown): Entry[] {
  return Array.isArray(value) ? value.map((entry) => (isEntry(entry) ? entry : {})) : [];
}

function checkCameras(cameras: readonly Entry[], actors: readonly string[]): InputFault[] {
  const faults: InputFault[] = [];
  const names = cameras.map(({ name }) => name);
  cameras.forEach((camera, index) => {
    const path = `cameras[${index}]`;
    const add = (key: string, message: string) => void faults.push({ path: `${path}.${key}`, message });
    const { name, follow } = camera;
    const first = names.indexOf(name);
    if (viewNames.includes(name as ViewName))
      add('name', `expected another name, since every scene has a camera called ${showValue(name)}`);
    else if (typeof name === 'string' && (name.trim() !== name || /^[-+.\d]/.test(name)))
      add(
        'name',
        `expected a name that begins with a letter, without spaces around it, got ${showValue(name)}`,
      );
    else if (typeof name === 'string' && first < index)
      add('name', `expected a unique name, got ${showValue(name)}, which cameras[${first}] already has`);
    if (typeof follow === 'string' && !actors.includes(follow)) {
      const near = findNearestName(follow, actors);
      const hint = near
        ? `did you mean ${showValue(near)}?`
        : `known are ${actors.map(showValue).join(', ')}`;
      add('follow', `no actor is called ${showValue(follow)}, ${actors.length > 0 ? hint : 'there is none'}`);
    }
    const poses = entriesOf(camera.poses);
    const all = poses.length > 0 ? poses : [camera];
    all.forEach((pose, k) => {
      const at = poses.length > 0 ? `poses[${k}].` : '';
      if (pose.position === undefined && camera.position === undefined)
        add(`${at}position`, 'expected a position, or one of the camera, but it is missing');
      if (pose.target !== undefined && pose.rotation !== undefined)
        add(`${at}rotation`, 'expected a target or a rotation, got both: leave one out');
    });
    if (poses.length > 0 && camera.target !== undefined && camera.rotation !== undefined)
      add('rotation', 'expected a target or a rotation, got both: leave one out');
    const aims = new Set(
      all.map((pose) => {
        if (pose.target !== undefined) return 'a target';
        if (pose.rotation !== undefined) return 'a rotation';
        if (camera.target !== undefined) return 'a target';
        return camera.rotation === undefined ? 'neither' : 'a rotation';
      }),
    );
    if (aims.size > 1)
      add(
        'poses',
        `expected all poses with a target, or all with a rotation, got ${[...aims].join(' and ')}`,
      );
  });
  return faults;
}

function checkLights(lights: readonly Entry[]): InputFault[] {
  const faults: InputFault[] = [];
  lights.forEach(({ light, direction }, index) => {
    const first = lights.findIndex((other) => other.light === light);
    if (typeof light === 'string' && first < index) {
      faults.push({
        path: `lights[${index}].light`,
        message: `expected at most one ${light}, got another one, after lights[${first}]`,
      });
    }
    if (Array.isArray(direction) && typeof direction[1] === 'number' && direction[1] <= 0) {
      faults.push({
        path: `lights[${index}].direction`,
        message: `expected a sun above the horizon (y > 0), got ${showValue(direction)}; the direction is from the scene to the sun`,
      });
    }
  });
  return faults;
}
