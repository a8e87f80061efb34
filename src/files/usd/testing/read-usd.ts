import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js';

/**
 * Converts a USD file to text with tinyusdz, an independent reader. tinyusdz is built for browsers, so the global environment is made to
 * look like a browser while tinyusdz starts. Throws the errors that tinyusdz finds.
 */
export async function readWithTinyUsdz(bytes: Uint8Array, name: string): Promise<string> {
  const folder = dirname(createRequire(import.meta.url).resolve('tinyusdz/tinyusdz.js'));
  const wasmBinary = readFileSync(join(folder, 'tinyusdz.wasm'));
  const globals = globalThis as { window?: unknown };
  const hadWindow = 'window' in globals;
  if (!hadWindow) globals.window = globalThis;
  Object.defineProperty(process, 'type', { value: 'renderer', configurable: true });
  try {
    const { default: open } = await import('tinyusdz/tinyusdz.js');
    const { TinyUSDZLoaderNative } = await open({ wasmBinary, print() {}, printErr() {} });
    const stage = new TinyUSDZLoaderNative();
    if (!stage.loadFromBinary(bytes, name)) throw new Error(stage.error());
    const layer = new TinyUSDZLoaderNative();
    if (!layer.loadAsLayerFromBinary(bytes, name)) throw new Error(layer.error());
    return layer.layerToString();
  } finally {
    if (!hadWindow) delete globals.window;
    Reflect.deleteProperty(process, 'type');
  }
}

/** Returns the samples of an attribute in the text of `readWithTinyUsdz`, by time code, as flat numbers. */
export function readSamples(text: string, attribute: string): Map<number, number[]> {
  const start = text.indexOf(` ${attribute}.timeSamples = {`);
  if (start < 0) throw new Error(`no samples of ${attribute}`);
  const block = text.slice(text.indexOf('{', start) + 1, text.indexOf('}', start));
  return new Map(
    block
      .split('\n')
      .filter((line) => line.includes(': ['))
      .map((line) => {
        const [time, values] = line.split(': [');
        return [Number(time), (values.match(/[-+\d.][-+\d.einfa]*/g) ?? []).map(Number)] as const;
      }),
  );
}

/**
 * Returns the content of a binary USD file, by path, as three.js reads it. three.js does not read arrays of 64-bit integers, so these are
 * missing.
 */
export function readWithThree(bytes: Uint8Array): ReturnType<USDCParser['parseData']>['specsByPath'] {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported array type')) warn(...words);
  };
  try {
    return new USDCParser().parseData(Uint8Array.from(bytes).buffer).specsByPath;
  } finally {
    console.warn = warn;
  }
}
