import { zipSync } from 'fflate';
import { bakeScene, InputError, openScene, type PrepareCache, parseScene } from '../../src/index.ts';
import { readableFaults } from '../document/compose-scene.ts';
import { createSceneFiles, type DocumentFiles, type SceneData } from '../document/studio-document.ts';
import type { BakedDownload } from './protocol.ts';

export interface BakeDownloadOptions {
  readonly name: string;
  /** The scene as `composeScene` returns it. */
  readonly scene: SceneData;
  readonly files: DocumentFiles;
  /** Cache of prepared systems. */
  readonly cache?: PrepareCache;
  progress(fraction: number, message: string): void;
  /** Waits, so that messages are sent between frames. */
  pause(): Promise<void>;
}

/**
 * Returns the outputs of `aftermotion bake`, together with the scene and its files, as one zip. Runs from the start without skipped steps,
 * whatever the screen shows. Throws an `InputError`.
 */
export async function bakeDownload(options: BakeDownloadOptions): Promise<BakedDownload> {
  const { name, files } = options;
  const sceneText = showScene(options.scene);
  const entries: Record<string, Uint8Array> = {};
  try {
    const plan = await openScene(parseScene(JSON.parse(sceneText)), createSceneFiles(files), {
      name,
      sceneFile: 'scene.json',
      cache: options.cache,
      progress: options.progress,
      pause: options.pause,
    });
    const report = await bakeScene(plan, {
      sceneText,
      write: (file, bytes) => {
        entries[file] = bytes;
      },
      progress: ({ done, total, message }) => options.progress(done / total, message),
      pause: options.pause,
      machine: `a browser with ${navigator.hardwareConcurrency} threads`,
    });
    options.progress(1, 'packing');
    await options.pause();
    const zip = zipFiles({ ...entries, ...Object.fromEntries(files) });
    return {
      zip,
      hashes: report.systems.map((system) => ({ name: system.name, stateHash: system.stateHash })),
      fileCount: Object.keys(entries).length,
      wallSeconds: report.wallSeconds,
      warnings: report.warnings,
    };
  } catch (error) {
    if (error instanceof InputError) throw new InputError(readableFaults(error.faults));
    throw error;
  }
}

/** Returns the scene and its files, as one zip. */
export function zipScene(scene: SceneData, files: DocumentFiles): Uint8Array {
  return zipFiles({ 'scene.json': new TextEncoder().encode(showScene(scene)), ...Object.fromEntries(files) });
}

function showScene(scene: SceneData): string {
  return `${JSON.stringify(scene, null, 2)}\n`;
}

function zipFiles(files: Record<string, Uint8Array>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      // Pictures are already compressed.
      Object.entries(files).map(([file, bytes]) => [
        file,
        [bytes, { level: /\.(png|exr)$/.test(file) ? 0 : 6 }],
      ]),
    ),
  );
}
