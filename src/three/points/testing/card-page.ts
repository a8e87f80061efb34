import {
  BoxGeometry,
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  PerspectiveCamera,
  RenderTarget,
  Scene,
} from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { colliderFrom } from '../../live/collider-from.ts';
import { LiveParticles } from '../live-particles.ts';
import { nodePoints } from '../node-points.ts';

/** What a test receives of drawn particles. */
export interface DrawnParticles {
  /** [4 · 128 · 128] */
  readonly pixels: number[];
  readonly backend: string;
  readonly failure: string | null;
  readonly notes: readonly string[];
  /** Bytes that were copied to the renderer after the first picture. */
  readonly uploadedBytes: number;
  /** Positions after `readPoints`, x y z of each particle. */
  readonly positions: number[];
}

/** The functions that the test calls in the browser. */
export interface CardPage {
  draw(backend: 'cpu' | 'webgpu'): Promise<DrawnParticles>;
}

const size = 128;

async function draw(backend: 'cpu' | 'webgpu'): Promise<DrawnParticles> {
  const renderer = new WebGPURenderer();
  await renderer.init();
  const notes: string[] = [];
  const particles = await LiveParticles.create({
    params: {
      shapes: [
        { shape: 'ball', name: 'cloud', position: [-0.4, 0.8, 0], radius: 0.3 },
        { shape: 'box', name: 'box', position: [0.5, 0.6, 0], size: [0.4, 0.4, 0.4] },
      ],
      sources: [
        {
          from: 'cloud',
          count: 300,
          size: 0.06,
          color: [1, 0.3, 0.1],
          duration: 0.1,
          life: 0.7,
          lifeSpread: 0.5,
        },
      ],
      forces: [{ force: 'gravity' }],
      keys: [{ to: ['box'], start: 0.2, end: 0.5, hold: 1, assign: 'order', color: [0.1, 0.4, 1] }],
    },
    shading: nodePoints,
    backend,
    renderer: backend === 'webgpu' ? renderer : undefined,
    onNote: (note) => notes.push(note),
  });
  const floor = new Mesh(new BoxGeometry(4, 0.2, 4));
  particles.add(colliderFrom(floor));

  const scene = new Scene();
  scene.background = new Color('black');
  const sun = new DirectionalLight('white', 2);
  sun.position.set(-3, 2, 1);
  scene.add(new HemisphereLight('white', 'gray', 0.6), sun, particles.object);
  const camera = new PerspectiveCamera(40, 1, 0.1, 50);
  camera.position.set(0, 0.9, 2.6);
  camera.lookAt(0, 0.6, 0);
  const target = new RenderTarget(size, size);
  renderer.setRenderTarget(target);
  particles.update(1 / 30);
  await particles.readPoints();
  renderer.render(scene, camera);
  const before = particles.object.uploadedBytes;
  for (let frame = 0; frame < 36; frame++) {
    particles.update(1 / 60);
    await particles.readPoints();
  }
  renderer.render(scene, camera);
  const pixels = await renderer.readRenderTargetPixelsAsync(target, 0, 0, size, size);
  const { points } = particles.particles;
  const drawn = {
    pixels: Array.from(pixels as Uint8Array),
    backend: particles.backend,
    failure: particles.failure,
    notes,
    uploadedBytes: particles.object.uploadedBytes - before,
    positions: Array.from(points.positions.subarray(0, 3 * points.count)),
  };
  particles.dispose();
  renderer.dispose();
  return drawn;
}

const cardPage: CardPage = { draw };
Object.assign(globalThis, { cardPage });
