import { type GroundSettings, isUntouchedStable } from '../../systems/ground/rules/settings.ts';
import type { GpuNeeds } from '../open-gpu.ts';

/** What a device must offer for a ground. */
export const groundNeeds: GpuNeeds = {
  maxStorageBuffersPerShaderStage: 8,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupStorageSize: 16384,
  maxDynamicUniformBuffersPerPipelineLayout: 1,
};

/** Returns why a ground must be simulated on the CPU: the parts of it that do not exist on the card. Null if it can be on the card. */
export function explainCpu(settings: GroundSettings): string | null {
  const { beyond, fading, rules, spray } = settings;
  const reasons = [
    spray && 'spray',
    settings.stickingDepth > 0 && 'ground that sticks to bodies (stickingDepth, stickingHalfLife)',
    fading && 'prints that fade (snowfall, snowCover, windSmoothing, washHalfLife)',
    beyond.stones && 'stones',
    beyond.wetness && 'wetness',
    beyond.looseDepth > 0 && 'compaction memory (looseDepth)',
    beyond.lean256 > 0 && 'a leaning ridge (forwardBias)',
    settings.origin.cracks && 'cracks (crackSpacing)',
    settings.firmSurface && !settings.origin.cracks && 'firm terrain (terrainStable)',
    !rules.keepsPressed && 'the inside slope as printed (insideSlopeRule, paper)',
    rules.repeatsAll && 'extra passes as printed (extraFlow, paper)',
    !isUntouchedStable(settings) && 'untouched ground that is too steep for its material',
  ].filter((reason) => typeof reason === 'string');
  return reasons.length > 0 ? `these are simulated on the CPU only: ${reasons.join(', ')}` : null;
}
