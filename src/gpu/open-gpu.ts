import { Gpu } from './gpu.ts';

/** Limits of a device, by the names of WebGPU. */
export type GpuNeeds = Readonly<Record<string, number>>;

/** Buffers may have this size if the card allows it, bytes. The default limits of WebGPU are lower. */
const wantedBytes = 2 ** 30;

/** Returns the limits of an adapter or a device that are lower than what is needed, as text. Null if all suffice. */
export function findLowLimits(limits: object, needs: GpuNeeds): string | null {
  const low = Object.entries(needs).flatMap(([name, needed]) => {
    const got = (limits as Record<string, number>)[name] ?? 0;
    return got < needed ? [`${name} is ${got}, but ${needed} is needed`] : [];
  });
  return low.length > 0 ? `the graphics card is too limited: ${low.join('; ')}` : null;
}

/**
 * Opens a graphics card. Returns the reason as text if there is none, or if its limits are too low.
 *
 * `api` is WebGPU, by default that of the browser. needs: limits that the device must have at least.
 */
export async function openGpu(
  needs: GpuNeeds = {},
  api: GPU | undefined = globalThis.navigator?.gpu,
): Promise<Gpu | string> {
  if (!api) return 'there is no WebGPU here';
  try {
    const adapter = await api.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) return 'WebGPU finds no graphics card';
    const tooLow = findLowLimits(adapter.limits, needs);
    if (tooLow !== null) return tooLow;
    const requiredFeatures: GPUFeatureName[] = adapter.features.has('timestamp-query')
      ? ['timestamp-query']
      : [];
    const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
    const requiredLimits = {
      maxBufferSize: Math.min(maxBufferSize, wantedBytes),
      maxStorageBufferBindingSize: Math.min(maxStorageBufferBindingSize, wantedBytes),
      ...needs,
    };
    const device = await adapter.requestDevice({ requiredLimits, requiredFeatures });
    return new Gpu(device, nameOf(adapter.info));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Uses the device of a renderer. Returns the reason as text if its limits are too low. */
export function shareGpu(device: GPUDevice, needs: GpuNeeds = {}): Gpu | string {
  const tooLow = findLowLimits(device.limits, needs);
  if (tooLow !== null) return tooLow;
  // Older browsers do not have this property.
  const { adapterInfo } = device as Partial<Pick<GPUDevice, 'adapterInfo'>>;
  return new Gpu(device, adapterInfo ? nameOf(adapterInfo) : 'unknown graphics card', true);
}

/** Browsers may leave any of these texts empty. */
function nameOf({ vendor, architecture, device, description }: GPUAdapterInfo): string {
  return description || [vendor, architecture, device].filter(Boolean).join(' ') || 'unknown graphics card';
}
