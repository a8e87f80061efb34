import type { FurParams } from '../../systems/fur/params.ts';
import { isSeparableTopology } from '../../systems/fur/topology/topology.ts';
import type { GpuNeeds } from '../open-gpu.ts';
import { drawnStride, skinPlaneCount, strandPlaneCount } from './wgsl/common.ts';

/** What a device must offer for fur. */
export const furNeeds: GpuNeeds = {
  maxStorageBuffersPerShaderStage: 8,
  maxComputeInvocationsPerWorkgroup: 64,
  maxComputeWorkgroupSizeX: 64,
  maxDynamicUniformBuffersPerPipelineLayout: 1,
};

/** Returns what a device must offer for a fur with these numbers of vertices of the skin, strands, and drawn vertices. */
export function needsOf(vertexCount: number, strandCount: number, drawnCount: number): GpuNeeds {
  const largest = Math.max(
    16 * skinPlaneCount * vertexCount,
    16 * strandPlaneCount * strandCount,
    4 * drawnStride * drawnCount,
  );
  return { ...furNeeds, maxStorageBufferBindingSize: largest, maxBufferSize: largest };
}

/** Returns why fur must be simulated on the CPU: the parts of it that do not exist on the card. Null if it can be on the card. */
export function explainCpu(
  params: Pick<FurParams, 'topology' | 'solver' | 'treadSpread'>,
  bodies = 0,
): string | null {
  const reasons = [
    params.topology === 'prisms' &&
      params.solver === 'implicit' &&
      'prisms that are not separable, with the implicit solver (one system for all strands)',
    bodies > 0 &&
      isSeparableTopology({ kind: params.topology }) &&
      'bodies that touch separable strands (several strands of a vertex are trodden together)',
    bodies > 0 &&
      params.treadSpread > 0 &&
      'bodies that touch fur with treadSpread (a strand treads on others)',
  ].filter((reason) => typeof reason === 'string');
  return reasons.length > 0 ? `these are simulated on the CPU only: ${reasons.join(', ')}` : null;
}
