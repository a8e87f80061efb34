import type { InputFault } from '../../input-error.ts';
import { append } from '../../math/lists.ts';
import { checkUses, type ParamUse } from '../check-uses.ts';
import {
  checkDoubles,
  checkName,
  checkSourceNames,
  listPointShapes,
  listSourceNames,
} from './check-names.ts';
import { checkKeys } from './keys/check-keys.ts';
import {
  type BurstParams,
  type ForceParams,
  type ParticlesParams,
  particlesParams,
  type ShapeParams,
  type SourceParams,
} from './params.ts';
import { shapeKinds } from './shape-params.ts';

/** Maximum number of particles that the memory of one kernel can hold. */
const maxParticles = 8_000_000;

/**
 * Returns the errors that the ranges of single parameters do not catch: names, lists that must match, times of keys. Paths are
 * relative to the system. `ownShapes`: names of shapes that are made elsewhere.
 */
export function checkParticles(params: ParticlesParams, ownShapes: readonly string[] = []): InputFault[] {
  const { shapes, forces, attributes } = params;
  const faults: InputFault[] = [];
  const shapeNames = [...shapes.map(({ name }) => name), ...ownShapes];
  append(faults, checkDoubles(shapeNames, 'shapes', 'shape'));
  shapes.forEach((shape, k) => {
    append(faults, checkShape(shape, `shapes[${k}]`));
  });
  append(faults, checkSources(params, shapeNames, listPointShapes(shapes)));
  const sourceNames = listSourceNames(params);
  append(faults, checkBursts(params));
  append(faults, checkLeaves(params));
  forces.forEach((force, k) => {
    append(faults, checkForce(force, `forces[${k}]`, sourceNames));
  });
  append(
    faults,
    checkDoubles(
      attributes.map(({ name }) => name),
      'attributes',
      'attribute',
    ),
  );
  append(faults, checkKeys(params, shapeNames, sourceNames));
  return faults;
}

const leafUses: readonly ParamUse<ParticlesParams>[] = [
  {
    names: ['arealMass', 'thickness'],
    needs: 'flight',
    expected: 'flight "leaf"',
    isMet: ({ flight }) => flight === 'leaf',
  },
  { names: ['drag'], needs: 'flight', expected: 'flight "ball"', isMet: ({ flight }) => flight === 'ball' },
  { names: ['grip', 'liftWind'], needs: 'settle', expected: 'settle true', isMet: ({ settle }) => settle },
  { names: ['settle', 'wake'], needs: 'collide', expected: 'collide true', isMet: ({ collide }) => collide },
];

/** Returns the faults of leaves, and of particles that settle. */
function checkLeaves(params: ParticlesParams): InputFault[] {
  const faults = checkUses(particlesParams, params, leafUses);
  const { flight, settle, wake, keys, sources, bursts } = params;
  if (wake !== particlesParams.wake.default && flight === 'ball' && !settle) {
    faults.push({
      path: 'wake',
      message: `expected flight "leaf" or settle true, without which this has no effect, got neither; leave it out`,
    });
  }
  const uses = [
    ...(flight === 'leaf' ? ['flight "leaf"'] : []),
    ...(settle ? ['settle true'] : []),
    ...(bursts.length > 0 ? ['bursts'] : []),
  ];
  if (keys.length > 0 && uses.length > 0) {
    const message = `expected no keys in a system with ${uses.join(' and ')}, got ${keys.length}: use two systems`;
    faults.push({ path: 'keys', message });
  }
  sources.forEach(({ onGround }, k) => {
    if (!onGround || settle) return;
    const message = 'expected settle true for particles on the ground, got false';
    faults.push({ path: `sources[${k}].onGround`, message });
  });
  return faults;
}

function checkBursts({ bursts }: ParticlesParams): InputFault[] {
  const uses: readonly ParamUse<BurstParams>[] = [
    {
      names: ['lifeSpread', 'fade'],
      needs: 'life',
      expected: 'a life',
      isMet: ({ life }) => life !== undefined,
    },
  ];
  return bursts.flatMap((burst, k) => [
    ...checkUses(particlesParams.bursts.kinds.one.fields, burst, uses, `bursts[${k}]`),
    ...(burst.joints?.length === 0
      ? [
          {
            path: `bursts[${k}].joints`,
            message: 'expected names of joints, got none: leave it out for all parts',
          },
        ]
      : []),
  ]);
}

function checkSources(
  { sources, bursts }: ParticlesParams,
  shapeNames: readonly string[],
  pointShapes: readonly string[],
): InputFault[] {
  if (sources.length + bursts.length === 0) {
    return [{ path: 'sources', message: 'expected at least one source, got none' }];
  }
  const faults = sources.flatMap(({ from }, k) => checkName(from, shapeNames, `sources[${k}].from`, 'shape'));
  const placeOf = (k: number) => (k < sources.length ? `sources[${k}]` : `bursts[${k - sources.length}]`);
  append(faults, checkDoubles(listSourceNames({ sources, bursts }), placeOf, 'source'));
  const uses: readonly ParamUse<SourceParams>[] = [
    {
      names: ['lifeSpread', 'fade'],
      needs: 'life',
      expected: 'a life',
      isMet: ({ life }) => life !== undefined,
    },
    {
      names: ['velocity', 'outward', 'jitter', 'spin'],
      needs: 'onGround',
      expected: 'onGround false',
      isMet: ({ onGround }) => !onGround,
    },
    {
      names: ['sampling'],
      needs: 'from',
      expected: 'a shape that is not a list of points',
      isMet: ({ from }) => !pointShapes.includes(from),
    },
  ];
  sources.forEach((source, k) => {
    append(faults, checkUses(particlesParams.sources.kinds.one.fields, source, uses, `sources[${k}]`));
  });
  const total = [...sources, ...bursts].reduce((sum, { count }) => sum + count, 0);
  if (total > maxParticles) {
    faults.push({
      path: 'sources',
      message: `expected at most ${maxParticles} particles in all, got ${total}: divide them among several systems`,
    });
  }
  return faults;
}

function checkShape(shape: ShapeParams, path: string): InputFault[] {
  const said = (location: string, message: string): InputFault[] => [
    { path: `${path}.${location}`, message },
  ];
  switch (shape.shape) {
    case 'polygon': {
      const count = shape.corners?.length ?? 0;
      if (count % 2 === 1) return said('corners', `expected x and y of each corner, got ${count} numbers`);
      if (count < 6) return said('corners', `expected at least three corners, got ${count / 2}`);
      return [];
    }
    case 'points': {
      const { file, coordinates } = shape;
      if (file !== undefined && coordinates) {
        return said('coordinates', 'expected a file or coordinates, got both: leave one out');
      }
      if (file === undefined && !coordinates)
        return said('file', 'expected a file or coordinates, got neither');
      if (coordinates && (coordinates.length === 0 || coordinates.length % 3 !== 0)) {
        const { length } = coordinates;
        return said('coordinates', `expected x, y and z of each point, got ${length} numbers`);
      }
      return [];
    }
    case 'mesh':
      if (shape.scale !== undefined && shape.height !== undefined) {
        return said('height', 'expected a scale or a height, got both: leave one out');
      }
      return [];
    case 'box': {
      const zeros = shape.size.filter((side) => side === 0).length;
      return zeros > 1 ? said('size', `expected at most one side of 0, got ${zeros}`) : [];
    }
    case 'picture':
      return checkUses(shapeKinds.picture.fields, shape, pictureUses, path);
    default:
      return [];
  }
}

const pictureUses: readonly ParamUse<Extract<ShapeParams, { shape: 'picture' }>>[] = [
  {
    names: ['threshold', 'weighted'],
    needs: 'by',
    expected: 'by "alpha", "brightness" or "darkness"',
    isMet: ({ by }) => by !== 'all',
  },
];

function checkForce(force: ForceParams, path: string, sourceNames: readonly string[]): InputFault[] {
  const faults = checkSourceNames(force.sources, sourceNames, `${path}.sources`);
  if (force.until !== undefined && force.until <= (force.from ?? 0)) {
    faults.push({
      path: `${path}.until`,
      message: `expected a time after it begins (${force.from ?? 0} s), got ${force.until}`,
    });
  }
  if (force.force === 'vortex' && force.axis.every((value) => value === 0)) {
    faults.push({ path: `${path}.axis`, message: 'expected a direction, got 0, 0, 0' });
  }
  return faults;
}
