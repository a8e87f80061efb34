import { createBabylonFur } from './babylon-fur.ts';
import { createFurCase, type FurCaseName } from './fur-cases.ts';
import type { FurSide } from './fur-side.ts';
import { createOwnFur } from './own-fur.ts';

export type SideName = 'ours' | 'peer';
export type Timed = 'frame' | 'movingFrame' | 'submit';

/** What the benchmark calls in the browser. */
export interface FurScreenPage {
  /** Makes both sides and draws them once, so that shaders are compiled. */
  open(name: FurCaseName): Promise<void>;
  /** RGBA bytes, the lowest row first, as a string of base 64. */
  takePicture(side: SideName): string;
  /** How many draws of how many layers' triangles a frame consists of. */
  countDraws(side: SideName): number;
  /**
   * Milliseconds of frames of both in turn, ours, peer, ours, …: until the last pixel is there, all of ours having moved or not; or
   * until the call that draws comes back.
   */
  time(what: Timed, roundCount: number): Record<SideName, number[]>;
  /** Size of both pictures from now on, pixels. */
  resize(width: number, height: number): void;
  close(): void;
}

let sides: Record<SideName, FurSide> | null = null;

function sideOf(name: SideName): FurSide {
  if (!sides) throw new Error('open a case first');
  return sides[name];
}

function createCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

const pixel = new Uint8Array(4);

/** Waits until all is drawn that was asked for: a pixel cannot be read before. */
function waitForPicture({ context }: FurSide): void {
  context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, pixel);
}

/** So many pictures are handed over at once; the processor that draws need not be done with one to take the next. */
const batch = 40;

function timeFrame(side: FurSide, moving: boolean): number {
  const begin = performance.now();
  if (moving) side.move?.();
  side.render();
  waitForPicture(side);
  return performance.now() - begin;
}

function timeSubmit(side: FurSide): number {
  const begin = performance.now();
  for (let k = 0; k < batch; k++) side.render();
  const end = performance.now();
  waitForPicture(side);
  return (end - begin) / batch;
}

const page: FurScreenPage = {
  async open(name) {
    page.close();
    const given = createFurCase(name);
    const peer = await createBabylonFur(createCanvas(given.width, given.height), given);
    const ours = createOwnFur(createCanvas(given.width, given.height), given);
    sides = { ours, peer };
    for (const side of [ours, peer]) {
      for (let k = 0; k < 3; k++) {
        side.render();
        waitForPicture(side);
      }
    }
  },
  takePicture(name) {
    const side = sideOf(name);
    const { context } = side;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = context;
    side.render();
    const bytes = new Uint8Array(4 * width * height);
    context.readPixels(0, 0, width, height, context.RGBA, context.UNSIGNED_BYTE, bytes);
    let binary = '';
    for (let k = 0; k < bytes.length; k += 0x8000)
      binary += String.fromCharCode(...bytes.subarray(k, k + 0x8000));
    return btoa(binary);
  },
  countDraws(name) {
    const side = sideOf(name);
    const calls = ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'] as const;
    let count = 0;
    for (const call of calls) {
      const original = side.context[call] as (...args: unknown[]) => void;
      Object.assign(side.context, {
        [call](...args: unknown[]) {
          count++;
          original.apply(side.context, args);
        },
      });
    }
    side.render();
    // What was put over the context's own goes again.
    for (const call of calls) Reflect.deleteProperty(side.context, call);
    return count;
  },
  time(what, roundCount) {
    const times: Record<SideName, number[]> = { ours: [], peer: [] };
    for (let round = 0; round < roundCount; round++) {
      for (const name of ['ours', 'peer'] as const) {
        const side = sideOf(name);
        times[name].push(what === 'submit' ? timeSubmit(side) : timeFrame(side, what === 'movingFrame'));
      }
    }
    return times;
  },
  resize(width, height) {
    sideOf('ours').resize(width, height);
    sideOf('peer').resize(width, height);
  },
  close() {
    for (const side of sides ? [sides.ours, sides.peer] : []) side.dispose();
    sides = null;
  },
};

Object.assign(globalThis, { furScreen: page });
