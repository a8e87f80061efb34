import type { ParticlesState } from '../../systems/particles/state.ts';
import type { SystemInputs } from '../../systems/system.ts';
import type { GpuNeeds } from '../open-gpu.ts';
import { CardRows, rowMask } from './card-rows.ts';
import { groupSize } from './wgsl/common.ts';

/** What a device must offer for particles. */
export const particlesNeeds: GpuNeeds = {
  maxStorageBuffersPerShaderStage: 8,
  maxComputeInvocationsPerWorkgroup: groupSize,
  maxComputeWorkgroupSizeX: groupSize,
  maxDynamicUniformBuffersPerPipelineLayout: 1,
};

/** Returns why particles must be simulated on the CPU: the parts of them that do not exist on the card. Null if they can be on the card. */
export function explainCpu(
  state: ParticlesState,
  { heightfields }: Pick<SystemInputs, 'heightfields'> = { heightfields: [] },
): string | null {
  const { params, prepared, options, runs } = state;
  const { births } = prepared;
  const keys = runs.map(({ key }) => key);
  const some = (test: (key: (typeof keys)[number]) => unknown) => keys.some((key) => test(key));
  const reasons = [
    state.isLeaf && 'leaves (flight)',
    params.collide && heightfields.length > 0 && 'grounds as obstacles',
    params.settle && 'particles that settle',
    state.bursts.length > 0 && 'bursts',
    births.spins !== null && 'rotation (spin)',
    (births.anchored.some((source) => source !== null) ||
      some(({ goals }) => goals?.blocks.some(({ shape }) => shape.skin !== null))) &&
      'shapes on skins',
    (options.forces?.length ?? 0) > 0 && "a program's own forces",
    some((key) => key.params.orientation) && 'orientations of keys',
    some((key) => key.params.attributes.length > 0) && 'attributes of keys',
    some((key) => key.params.kind === 'density') && 'keys of the kind density',
    some((key) => key.params.confinement === 'morph') && 'confinement to a shape (morph)',
    some((key) => key.params.arrive === 'bounded') && 'late arrivals (arrive: bounded)',
    some((key) => key.params.attempts > 1) && 'several attempts',
    some((key) => key.params.randomness > 0 && key.params.randomPer === 'step') && 'randomness of each step',
    hasSharedMembers(keys) && 'keys that control different properties of a particle at the same time',
    new CardRows(runs).count > rowMask && `more than ${rowMask} cohorts`,
  ].filter((reason) => typeof reason === 'string');
  return reasons.length > 0 ? `these are simulated on the CPU only: ${reasons.join(', ')}` : null;
}

/** Returns why there are too many particles for a device. Null if they fit. */
export function explainSize(
  { store: { capacity, hasTargetVelocity } }: ParticlesState,
  {
    maxStorageBufferBindingSize,
    maxBufferSize,
  }: Pick<GPUSupportedLimits, 'maxStorageBufferBindingSize' | 'maxBufferSize'>,
): string | null {
  const bytes = capacity * (hasTargetVelocity ? 32 : 16);
  const limit = Math.min(maxStorageBufferBindingSize, maxBufferSize);
  if (bytes <= limit) return null;
  return `${capacity} particles need buffers of ${bytes} bytes, and the graphics card allows ${limit}`;
}

/** Keys that overlap in time never control the same property of a particle, but may control different ones. */
function hasSharedMembers(keys: ReturnType<typeof listKeys>): boolean {
  return keys.some((a, k) =>
    keys.slice(k + 1).some((b) => {
      if (a.start >= b.release || b.start >= a.release) return false;
      if (!a.members || !b.members) return true;
      const own = new Set(a.members);
      return b.members.some((member) => own.has(member));
    }),
  );
}

const listKeys = ({ runs }: ParticlesState) => runs.map(({ key }) => key);
