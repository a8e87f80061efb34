import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findBrowser } from '../../node/browser/find-browser.ts';
import { isLong } from '../../testing/long.ts';
import type { Gpu } from '../gpu.ts';
import { type GpuNeeds, openGpu } from '../open-gpu.ts';

const variable = 'VK_ICD_FILENAMES';

/** Kept, because the library frees its memory when this object is collected, also while a device is in use. */
let api: GPU | null = null;

/** Loads the package without its types, which would add overloads to global types of the whole program. */
function loadPackage(): Promise<{ create(options: string[]): GPU }> {
  const name: string = 'webgpu';
  return import(name);
}

/** Folders in which Chromium is installed, which contain the software renderer SwiftShader. */
function listFolders(): string[] {
  const browser = findBrowser();
  const own = browser ? [dirname(realpathSync(browser))] : [];
  return [...own, '/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'];
}

/** Returns WebGPU on the machine's own graphics card, for benchmarks. Null if there is no card, or no package `webgpu`. */
export async function loadHardwareApi(): Promise<GPU | null> {
  try {
    const { create } = await loadPackage();
    const found = create([]);
    const adapter = await found.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter || adapter.info.isFallbackAdapter) return null;
    api = found;
    return api;
  } catch {
    return null;
  }
}

/** Returns WebGPU for Node, from the package `webgpu` with SwiftShader, or the reason why there is none. */
export async function loadTestApi(): Promise<GPU | string> {
  if (!process.env[variable]) {
    const driver = listFolders()
      .map((folder) => join(folder, 'vk_swiftshader_icd.json'))
      .find(existsSync);
    if (!driver) return `no SwiftShader was found; set ${variable} to the driver of a graphics card`;
    process.env[variable] = driver;
  }
  try {
    const { create } = await loadPackage();
    // SwiftShader needs seconds to compile the initialization of workgroup memory, on which no shader relies.
    api ??= create(['enable-dawn-features=disable_workgroup_init']);
    return api;
  } catch (error) {
    return `the package webgpu cannot be loaded: ${(error as Error).message}`;
  }
}

/** Opens the card of the tests, or returns the reason why there is none. Errors of the device are thrown. */
export async function openTestGpu(needs: GpuNeeds = {}): Promise<Gpu | string> {
  const found = await loadTestApi();
  if (typeof found === 'string') return found;
  const gpu = await openGpu(needs, found);
  if (typeof gpu !== 'string') {
    gpu.device.addEventListener('uncapturederror', ({ error }) => {
      throw new Error(error.message);
    });
  }
  return gpu;
}

/**
 * Opens the card for tests that need it. They run only under `npm run test:long`, because SwiftShader computes on the processor. Returns
 * the reason as text if they must be skipped, for their title.
 */
export async function openLongTestGpu(needs: GpuNeeds = {}): Promise<Gpu | string> {
  return isLong ? openTestGpu(needs) : 'only in test:long';
}
