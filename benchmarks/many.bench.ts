import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasRedis, RedisServer } from '../src/node/testing/redis-server.ts';
import { tuneHeap } from '../src/node/tune-heap.ts';
import type { Benchmark } from './benchmark.ts';
import { timeBake } from './time-bake.ts';

/** Shipped scenes of which the whole bake is timed. The key is part of the name of the benchmark. */
const scenes = { riders: 'riders', foxCoat: 'fox-coat', meadowWalk: 'meadow-walk' };

const riderCounts = [1, 2, 4, 8, 16];
/** Distance between neighbouring riders, metres. They ride side by side, as in figure 8 of the paper. */
const riderDistance = 2.5;
const seconds = 3;

/** Writes a scene in which a number of riders ride side by side, each on ground of its own. Returns its path. */
export function writeRiders(folder: string, count: number): string {
  const path = join(folder, `riders-${count}.json`);
  const actors = Array.from({ length: count }, (_, k) => ({
    name: `rider-${k}`,
    file: resolve('scenes/assets/rider-yellow.glb'),
    travel: 'still',
    softDepth: 0.025,
    contactParts: ['rear_wheel', 'front_wheel'],
    position: [-9, 0, riderDistance * k],
    heading: 1.571,
  }));
  const systems = [{ system: 'ground', name: 'beach', material: 'sand', cell: 0.01 }];
  const scene = {
    version: 1,
    time: { start: 0, end: seconds, fps: 30 },
    actors,
    systems,
    outputs: ['groundState'],
  };
  writeFileSync(path, JSON.stringify(scene));
  return path;
}

/** Loads the built library, since its threads are files that the benchmarks do not import. */
function loadBuilt(): Promise<typeof import('../src/node/bake-file.ts')> {
  return import(pathToFileURL(resolve('dist/node/bake-file.js')).href);
}

/**
 * Returns the wall time of simulating all frames of a scene, seconds. With threads or a queue, it includes the time in which they open the
 * scene.
 */
export async function timeSimulation(
  scene: string,
  options: { threads: number; queue?: string },
): Promise<number> {
  const { threads, queue } = options;
  const { bakeFile } = await loadBuilt();
  // As the command does.
  tuneHeap();
  let [begin, end] = [0, 0];
  await bakeFile(scene, {
    out: `${scene}-out`,
    overwrite: true,
    threads,
    queue: queue === undefined ? undefined : { url: queue },
    started: () => {
      begin = performance.now();
    },
    progress({ phase }) {
      if (phase === 'simulate') end = performance.now();
    },
  });
  return (end - begin) / 1000;
}

async function inFolder(run: (folder: string) => Promise<number | null>): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'aftermotion-bench-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the time of a simulation by one worker of a queue, divided by its time in this process. Null if Redis is not installed. */
async function measureQueue(folder: string): Promise<number | null> {
  if (!hasRedis) return null;
  const scene = writeRiders(folder, 4);
  const server = new RedisServer();
  await server.start();
  const worker = spawn(process.execPath, ['dist/cli/main.js', 'worker', '--queue', server.url], {
    stdio: 'ignore',
  });
  try {
    // The worker opens the scene in the first bake, which is not measured.
    await timeSimulation(scene, { threads: 1, queue: server.url });
    const queued = await timeSimulation(scene, { threads: 1, queue: server.url });
    return queued / (await timeSimulation(scene, { threads: 1 }));
  } finally {
    worker.kill();
    await server.stop();
  }
}

/** Seconds of motion of the stampede. */
const stampedeSeconds = 0.5;

/** Prints the maximum memory of the process and its processor time when it ends, KiB and µs. */
const printUsage =
  'process.on("exit",()=>{const used=process.resourceUsage();process.stderr.write("used "+used.maxRSS+" "+used.userCPUTime+"\\n")})';

interface StampedeResult {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakGB: number;
  readonly columns: number;
  readonly bytes: number;
}

/** The result of the only run: it takes minutes, and all benchmarks of the stampede are measured in it. */
let stampede: StampedeResult | undefined;

/** Bakes the scene of 1000 riders over a valley of 2 km, in another process with two threads. */
function bakeStampede(): StampedeResult {
  if (stampede) return stampede;
  const folder = mkdtempSync(join(tmpdir(), 'aftermotion-bench-'));
  try {
    const scene = JSON.parse(readFileSync('scenes/stampede/scene.json', 'utf8'));
    scene.time.end = stampedeSeconds;
    for (const actor of scene.actors) actor.file = resolve('scenes/stampede', actor.file);
    scene.systems[0].terrain = resolve('scenes/stampede', scene.systems[0].terrain);
    const file = join(folder, 'stampede.json');
    writeFileSync(file, JSON.stringify(scene));
    const out = join(folder, 'out');
    const watch = `data:text/javascript,${encodeURIComponent(printUsage)}`;
    const command = ['dist/cli/main.js', 'bake', file, '--out', out, '--yes', '--threads', '2'];
    const { status, stderr } = spawnSync(process.execPath, ['--import', watch, ...command], {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    if (status !== 0) throw new Error(`bake ended with status ${status}: ${stderr.slice(-2000)}`);
    const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
    const used = [...stderr.matchAll(/^used (\d+) (\d+)$/gm)].map(([, ...numbers]) => numbers.map(Number));
    const [{ columnsChanged, bytes }] = report.systems;
    stampede = {
      seconds: report.wallSeconds,
      // All threads belong to one process.
      cpuSeconds: Math.max(...used.map(([, microseconds]) => microseconds)) / 1e6,
      peakGB: (1024 * Math.max(...used.map(([kibibytes]) => kibibytes))) / 1e9,
      columns: columnsChanged,
      bytes,
    };
    return stampede;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const stampedeUnits = { seconds: 's', cpuSeconds: 's', peakGB: 'GB', columns: '1', bytes: 'B' } as const;

/** Time, processor time, peak memory, changed columns and bytes of the saved ground. Peak memory must be below 4 GB. */
const stampedeBenchmarks = Object.entries(stampedeUnits).map(
  ([key, unit]): Benchmark => ({
    name: `many.stampede1000.${key}`,
    unit,
    runs: 1,
    run: () => bakeStampede()[key as keyof StampedeResult],
  }),
);

/** Time of a whole bake with two threads, divided by its time with one. Each run measures both, under the same load of the machine. */
const wholeBakes = Object.entries(scenes).map(
  ([name, scene]): Benchmark => ({
    name: `many.bake.${name}.ratio`,
    unit: '1',
    runs: 3,
    run: () => timeBake(scene, ['--threads', '2']) / timeBake(scene, ['--threads', '1']),
  }),
);

/** Time of simulating a number of riders in one thread and in two, and the parallel efficiency of the two threads. */
export const manyBenchmarks: readonly Benchmark[] = [
  ...riderCounts.flatMap((count): Benchmark[] =>
    (['serial', 'threads'] as const).map((kind) => ({
      name: `many.${kind}.seconds.${count}`,
      unit: 's',
      runs: 3,
      run: () =>
        inFolder((folder) =>
          timeSimulation(writeRiders(folder, count), { threads: kind === 'serial' ? 1 : 2 }),
        ),
    })),
  ),
  {
    name: 'many.efficiency.8',
    unit: '1',
    larger: true,
    runs: 3,
    run: () =>
      inFolder(async (folder) => {
        const scene = writeRiders(folder, 8);
        const serial = await timeSimulation(scene, { threads: 1 });
        return serial / 2 / (await timeSimulation(scene, { threads: 2 }));
      }),
  },
  {
    name: 'many.queue.overhead.ratio',
    unit: '1',
    runs: 3,
    run: () => inFolder(measureQueue),
    why: 'redis-server is not installed',
  },
  ...wholeBakes,
  ...stampedeBenchmarks,
];
