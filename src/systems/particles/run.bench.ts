import type { Benchmark } from '../../../benchmarks/benchmark.ts';
import { createParticles, type Particles } from './create-particles.ts';

/** Twelve thousand on their way from a ball of smoke to five letters' places, in turbulence, a swirl and gusts. */
function createHowdy(): Promise<Particles> {
  const letters = [-1.6, -0.8, 0, 0.8, 1.6].map((x, k) => ({
    shape: 'box' as const,
    name: `letter${k}`,
    size: [0.5, 0.95, 0.1],
    position: [x, 1, 0],
  }));
  return createParticles({
    params: {
      drag: 0.7,
      shapes: [{ shape: 'ball', name: 'ball', radius: 0.42, position: [0, 1, 0] }, ...letters],
      sources: [{ from: 'ball', count: 12000, jitter: 0.15, sampling: 'random' }],
      forces: [
        { force: 'vortex', center: [0, 1, 0], acceleration: 2.2, inward: 2.2, radius: 0.5 },
        { force: 'turbulence', acceleration: 1.8, size: 0.6, octaves: 3, period: 1.4 },
        { force: 'wind', velocity: [1.2, 0.3, 0.2], from: 3.1, gusts: 0.5 },
      ],
      keys: [
        {
          to: letters.map(({ name }) => name),
          start: 0.5,
          end: 2.3,
          share: 0.96,
          stagger: 0.5,
          staggerBy: 'x',
          randomness: 0.4,
          hold: 0.9,
          // Who goes where does not change what a frame costs, and takes its time before the first.
          assign: 'random',
          sampling: 'random',
        },
      ],
    },
  });
}

let howdy: Promise<{ particles: Particles; bytes: Uint8Array }> | null = null;

/** A frame of a sixtieth of a second while the word forms, until it could be drawn: milliseconds, the mean of thirty. */
async function timeFrame(): Promise<number> {
  howdy ??= createHowdy().then((particles) => {
    particles.advance(1);
    return { particles, bytes: particles.save() };
  });
  const { particles, bytes } = await howdy;
  particles.load(bytes);
  const frames = 30;
  const before = performance.now();
  for (let frame = 0; frame < frames; frame++) particles.advance(1 / 60);
  return (performance.now() - before) / frames;
}

export const particlesRunBenchmarks: readonly Benchmark[] = [
  { name: 'particles.howdyFrame.ms', unit: 'ms', run: timeFrame, runs: 9 },
];
