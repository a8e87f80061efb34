import { createBabylonFur } from './babylon-fur.ts';
import { createFurCase, type FurCaseName } from './fur-cases.ts';
import type { FurSide } from './fur-side.ts';
import { createOwnFur, drawShells, type FurView } from './own-fur.ts';
import { unpackShells } from './packed-shells.ts';

export type SideName = 'ours' | 'peer';
export type Timed = 'frame' | 'movingFrame' | 'submit';

/** The functions that the benchmark calls in the browser. */
export interface FurScreenPage {
  /** Creates both sides and draws them once, so that shaders are compiled. */
  open(name: FurCaseName): Promise<void>;
  /** Returns the picture of a side as base64 text of RGBA bytes, bottom row first. */
  takePicture(side: SideName): string;
  /** Returns the number of draw calls of a frame, and of the layers' triangles in them. */
  countDraws(side: SideName): number;
  /**
   * Returns times in milliseconds. Frames alternate (ours, peer, ours, …). A time ends when the last pixel is complete (with or without
   * motion of all of our strands), or when the drawing call returns.
   */
  time(what: Timed, roundCount: number): Record<SideName, number[]>;
  /** Opens the given shells (`packShells`) instead of the two sides, and draws them once. */
  openShells(packed: string, view: FurView): void;
  /** Draws the opened shells `frameCount` times, at a size in pixels. isMoving: all strands move before each frame. */
  repeatShells(size: readonly [width: number, height: number], frameCount: number, isMoving: boolean): void;
  /** Sets the size of both pictures, pixels. */
  resize(width: number, height: number): void;
  close(): void;
}

let sides: Record<SideName, FurSide> | null = null;
let shells: FurSide | null = null;

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

/** Waits until drawing is complete: reading a pixel blocks until then. */
function waitForPicture({ context }: FurSide): void {
  context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, pixel);
}

/** Number of pictures that are submitted together. A submit does not wait for the previous picture to be drawn. */
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
    // Removes the counting functions, so that the context uses its own functions again.
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
  openShells(packed, view) {
    shells?.dispose();
    shells = drawShells(createCanvas(view.width, view.height), view, unpackShells(packed));
    timeFrame(shells, true);
  },
  repeatShells([width, height], frameCount, isMoving) {
    if (!shells) throw new Error('open shells first');
    shells.resize(width, height);
    for (let frame = 0; frame < frameCount; frame++) timeFrame(shells, isMoving);
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
