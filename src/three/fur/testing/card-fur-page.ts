import { Color, DirectionalLight, HemisphereLight, PerspectiveCamera, RenderTarget, Scene } from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { LiveFur } from '../live-fur.ts';
import { nodeFur } from '../node-fur.ts';
import { createTube } from './create-tube.ts';

/** What a test receives of drawn fur. */
export interface DrawnFur {
  /** [4 · size · size] */
  readonly pixels: number[];
  readonly backend: string;
  readonly failure: string | null;
  readonly notes: readonly string[];
  /** Bytes of vertices that three uploaded in the last picture, and bytes that the simulation uploaded for its frame. */
  readonly drawnBytes: number;
  readonly frameBytes: number;
  /** Tips, before and after `readStrands`. */
  readonly offsetsBefore: number[];
  readonly offsets: number[];
}

/** The functions that the test calls in the browser. */
export interface CardFurPage {
  draw(backend: 'cpu' | 'webgpu', fins: boolean, size: number): Promise<DrawnFur>;
}

const frames = 12;
/** `GPUBufferUsage.VERTEX` */
const vertexUsage = 0x20;

async function draw(backend: 'cpu' | 'webgpu', fins: boolean, size: number): Promise<DrawnFur> {
  const renderer = new WebGPURenderer();
  await renderer.init();
  const notes: string[] = [];
  const { mesh, bones } = createTube();
  const fur = await LiveFur.create({
    mesh,
    params: { coat: 'fox', length: 0.1, layerCount: 16, texels: 64, fins },
    shading: nodeFur,
    backend,
    renderer: backend === 'webgpu' ? renderer : undefined,
    onNote: (note) => notes.push(note),
  });
  const scene = new Scene();
  scene.background = new Color('black');
  const sun = new DirectionalLight('white', 3);
  sun.position.set(-3, 2, 4);
  scene.add(new HemisphereLight('white', 'gray', 0.6), sun, mesh, fur.object);
  const camera = new PerspectiveCamera(40, 1, 0.1, 50);
  camera.position.set(0.2, 0.6, 2);
  camera.lookAt(0.1, 0.5, 0);
  const target = new RenderTarget(size, size);
  renderer.setRenderTarget(target);
  // Counts what crosses to the card.
  let bytes = 0;
  let isUpdating = false;
  const { device } = renderer.backend as unknown as { device: GPUDevice };
  const { queue } = device;
  const write = queue.writeBuffer.bind(queue);
  queue.writeBuffer = (buffer, offset, data, ...rest) => {
    if (isUpdating || (buffer.usage & vertexUsage) !== 0) bytes += data.byteLength;
    write(buffer, offset, data as ArrayBuffer, ...rest);
  };
  let [drawnBytes, frameBytes] = [0, 0];
  for (let frame = 0; frame < frames; frame++) {
    bones[1].rotation.z = -0.12 * frame;
    mesh.position.x = 0.01 * frame;
    bytes = 0;
    isUpdating = true;
    fur.update(1 / 60);
    isUpdating = false;
    frameBytes = bytes;
    bytes = 0;
    // The first pictures create the buffers; the last one shows the result.
    if (frame > frames - 4) await renderer.render(scene, camera);
    drawnBytes = bytes;
  }
  const pixels = await renderer.readRenderTargetPixelsAsync(target, 0, 0, size, size);
  const { offsets } = fur.fur.shells;
  const offsetsBefore = [...offsets];
  await fur.readStrands();
  const drawn = {
    pixels: Array.from(pixels as Uint8Array),
    backend: fur.backend,
    failure: fur.failure,
    notes,
    drawnBytes,
    frameBytes,
    offsetsBefore,
    offsets: [...offsets],
  };
  fur.dispose();
  renderer.dispose();
  return drawn;
}

const cardFurPage: CardFurPage = { draw };
Object.assign(globalThis, { cardFurPage });
