import { tabulateErosion } from './rules/thresholds.ts';
import { type Bench, Dice, makeBench, pressStep, sand } from './testing/kernel-scenes.ts';

/**
 * Time of one erosion pass per column, in sand with cells of 1 cm, with the default implementation. Each run repeatedly
 * restores the ground and measures one call of `erode`. Its value is the minimum time. The setup of the call (walls, flags) is
 * included. The outermost ring of a sheet is wall and does not count as columns.
 */
const repeats = 40;
const cell = 0.01;
/** Passes of a typical step: 480 per second at 120 steps per second. */
const passes = 4;

interface Scene {
  readonly bench: Bench;
  /** The ground before the call. */
  readonly height: Int32Array;
  readonly pressed: Uint16Array;
  readonly passes: number;
  /** Fraction of the columns that give material in a pass, mean over the passes of the call. */
  readonly moving: number;
}

/** Number of columns that exceed a neighbour by more than the pair's threshold. Each gives material. */
function countMovers(bench: Bench): number {
  const { columns, rows, height, pressed } = bench.sheet.view;
  const table = tabulateErosion(sand, cell);
  let count = 0;
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      const k = row * columns + column;
      let gives = false;
      for (let r = row - 1; r <= row + 1 && !gives; r++) {
        for (let c = column - 1; c <= column + 1 && !gives; c++) {
          if (r === 0 || c === 0 || r === rows - 1 || c === columns - 1) continue;
          const other = r * columns + c;
          const isInside = ((pressed[k] | pressed[other]) & 0x8000) !== 0;
          const isAxis = r === row || c === column;
          const limit = isInside
            ? isAxis
              ? table.axisInside
              : table.diagonalInside
            : isAxis
              ? table.axisOutside
              : table.diagonalOutside;
          gives = height[k] - height[other] > limit;
        }
      }
      if (gives) count++;
    }
  }
  return count;
}

function makeScene(size: number, passCount: number, shape: (bench: Bench) => void): Scene {
  const kernel = makeBench(undefined, size, size, sand, cell);
  shape(kernel);
  const { view } = kernel.sheet;
  view.contact.fill(0);
  const height = view.height.slice();
  const pressed = view.pressed.slice();
  // A trial run, pass by pass, which counts the columns that move.
  let movers = 0;
  for (let pass = 0; pass < passCount; pass++) {
    movers += countMovers(kernel);
    kernel.kernel.erode(kernel.pointer, 1, 0, 0);
  }
  return {
    bench: kernel,
    height,
    pressed,
    passes: passCount,
    moving: movers / passCount / (size - 2) ** 2,
  };
}

/** Every column moves: a plane of 62° along x and 41° along z, so that each gives to and takes from four neighbours. */
function shapeRamp({ sheet }: Bench): void {
  const { height, columns } = sheet.view;
  for (let k = 0; k < height.length; k++) height[k] = (k % columns) * 20000 + Math.floor(k / columns) * 9000;
}

/**
 * Prints of a shoe, 28 × 10 cm, 4 cm deep, just after it left, so that their edges and walls flow. Their positions and
 * rotations are random, and there are so many that about a twentieth of the columns move.
 */
function shapePrints(bench: Bench): void {
  const { sheet, kernel, pointer } = bench;
  const dice = new Dice(4);
  const { envelope, columns, rows } = sheet.view;
  kernel.clearEnvelope(pointer);
  for (let print = 0; print < (columns * rows) / 2000; print++) {
    const [row, column, turn] = [
      dice.between(20, rows - 20),
      dice.between(20, columns - 20),
      dice.between(0, 3.14),
    ];
    for (let r = -15; r <= 15; r++) {
      for (let c = -15; c <= 15; c++) {
        const along = r * Math.cos(turn) + c * Math.sin(turn);
        const across = c * Math.cos(turn) - r * Math.sin(turn);
        if ((along / 14) ** 2 + (across / 5) ** 2 > 1) continue;
        envelope[Math.round(row + r) * columns + Math.round(column + c)] = Math.round(-0.04 * 2 ** 20);
      }
    }
  }
  pressStep(bench, 0.3);
}

/** The worst case for skipping: single columns, a twentieth of all, are 2.4 cm above their flat surroundings. */
function shapeGrains({ sheet }: Bench): void {
  const dice = new Dice(5);
  for (let k = 0; k < sheet.view.height.length; k++) sheet.view.height[k] = dice.unit() < 0.05 ? 25000 : 0;
}

/** Rough ground that is stable everywhere: noise of ± 1.5 mm. */
function shapeNoise({ sheet }: Bench): void {
  const dice = new Dice(6);
  for (let k = 0; k < sheet.view.height.length; k++)
    sheet.view.height[k] = Math.round(dice.between(-1500, 1500));
}

function measureScene(scene: Scene): number {
  const { bench, height, pressed } = scene;
  const { view } = bench.sheet;
  const columnCount = (view.columns - 2) * (view.rows - 2);
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < repeats; k++) {
    view.height.set(height);
    view.pressed.set(pressed);
    const begin = performance.now();
    bench.kernel.erode(bench.pointer, scene.passes, 0, 0);
    best = Math.min(best, performance.now() - begin);
  }
  return (best * 1e6) / scene.passes / columnCount;
}

/** moving: valid range of the fraction of moving columns. Outside it, the benchmark does not measure the named case. */
function define(
  name: string,
  size: number,
  passCount: number,
  moving: readonly [number, number],
  shape: (bench: Bench) => void,
) {
  let scene: Scene | undefined;
  return {
    name: `ground.erosion.${name}.nsPerColumn`,
    unit: 'ns',
    run(): number {
      scene ??= makeScene(size, passCount, shape);
      if (scene.moving < moving[0] || scene.moving > moving[1])
        throw new Error(`${name}: ${scene.moving} of the columns move, not ${moving[0]} to ${moving[1]}`);
      return measureScene(scene);
    },
  };
}

/** 192 × 192 columns are the 37 k active ones of the paper's scene. The others show the cost of larger sheets and worse cases. */
export const groundKernelBenchmarks: { name: string; unit: string; run(): number }[] = [
  define('moving', 192, passes, [0.999, 1], shapeRamp),
  define('sparse', 192, passes, [0.045, 0.06], shapePrints),
  define('idle', 192, 1, [0, 0], shapeNoise),
  define('strewn', 192, passes, [0.045, 0.06], shapeGrains),
  define('moving1024', 1024, passes, [0.999, 1], shapeRamp),
  define('sparse1024', 1024, passes, [0.045, 0.06], shapePrints),
  define('idle1024', 1024, 1, [0, 0], shapeNoise),
];
