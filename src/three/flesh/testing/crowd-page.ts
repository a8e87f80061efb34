import {
  Color,
  DirectionalLight,
  HemisphereLight,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  RenderTarget,
  Scene,
  type SkinnedMesh,
} from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { measureReach } from '../../../systems/flesh/reach-probe.ts';
import { makeRod } from '../../../systems/flesh/testing/lumped-part.ts';
import { LiveCrowd } from '../live-crowd.ts';
import { nodeFlesh } from '../node-flesh.ts';
import { ballGeometry, fields, shapesOf, softBall } from './soft-ball.ts';

/** What a test receives of a drawn crowd. */
export interface DrawnCrowd {
  /** [4 · width · height] */
  readonly pixels: number[];
  readonly backend: string;
  readonly failure: string | null;
  readonly notes: readonly string[];
  /** Bytes that were copied to the renderer in the last frame: poses and places, and amplitudes if they are in main memory. */
  readonly uploadedBytes: number;
  /** Amplitudes in main memory, before and after `readAmplitudes`. */
  readonly amplitudesBefore: number[];
  readonly amplitudes: number[];
}

/** The functions that the test calls in the browser. */
export interface CrowdPage {
  readonly width: number;
  readonly height: number;
  draw(backend: 'cpu' | 'webgpu'): Promise<DrawnCrowd>;
}

const width = 480;
const height = 270;
const side = 5;
const count = side * side;
const frames = 40;

/** A soft ball that is a part of flesh: the motion of a rod, the shapes of the ball. */
function createModel() {
  const geometry = ballGeometry(24);
  const root = softBall(geometry, new MeshStandardMaterial({ color: 'salmon', roughness: 0.5 }));
  const mesh = root.children[1] as SkinnedMesh;
  mesh.skeleton.bones[1].scale.setScalar(1);
  const surface = shapesOf(geometry, fields, ([, y]) => y > -0.6);
  const shapes = surface.shapes.map((value) => 2.4 * value);
  const rod = makeRod();
  const modeCount = fields.length;
  const part = {
    ...rod,
    modeCount,
    omega2: rod.omega2.slice(0, modeCount),
    transfer: rod.transfer.slice(0, 12 * modeCount),
    surfaces: [{ ...surface, shapes }],
  };
  return { root, mesh, part: { ...part, reach: measureReach(part) } };
}

async function draw(backend: 'cpu' | 'webgpu'): Promise<DrawnCrowd> {
  const renderer = new WebGPURenderer();
  await renderer.init();
  renderer.shadowMap.enabled = true;
  const notes: string[] = [];
  const { root, mesh, part } = createModel();
  const [lower, upper] = mesh.skeleton.bones;
  const crowd = new LiveCrowd(root, part, {
    count,
    bones: [upper],
    damping: 0.1,
    maxDisplacement: 1.2,
    shading: nodeFlesh,
    backend,
    renderer: backend === 'webgpu' ? renderer : undefined,
    onNote: (note) => notes.push(note),
  });
  while (crowd.backend !== backend && crowd.failure === null) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const place = new Matrix4();
  let before = 0;
  for (let frame = 0; frame < frames; frame++) {
    if (frame === frames - 1) before = crowd.crowd.uploadedBytes;
    for (let k = 0; k < count; k++) {
      const t = frame / 60 + 0.17 * k;
      place.makeTranslation(3 * ((k % side) - 2), 1 + 0.3 * Math.sin(11 * t), -3 * Math.floor(k / side));
      crowd.setPlace(k, place);
      lower.rotation.y = t;
      upper.rotation.z = 0.5 * Math.sin(8 * t);
      root.updateMatrixWorld(true);
      crowd.readPose(k, 1 / 60);
    }
    crowd.update(1 / 60);
  }
  const uploadedBytes = crowd.crowd.uploadedBytes - before;
  const amplitudesBefore = Array.from(crowd.crowd.amplitudes[0]);
  await crowd.readAmplitudes();

  const scene = new Scene();
  scene.background = new Color('lightsteelblue');
  const sun = new DirectionalLight('white', 2);
  sun.position.set(-6, 9, 5);
  sun.castShadow = true;
  Object.assign(sun.shadow.camera, { left: -12, right: 12, top: 12, bottom: -12 });
  sun.shadow.mapSize.set(1024, 1024);
  const floor = new Mesh(new PlaneGeometry(60, 60), new MeshStandardMaterial({ color: 'slategray' }));
  floor.rotation.x = -Math.PI / 2;
  floor.position.y = -0.6;
  floor.receiveShadow = true;
  scene.add(new HemisphereLight('white', 'gray', 1), sun, floor, crowd.crowd.object);
  const camera = new PerspectiveCamera(40, width / height, 0.1, 100);
  camera.position.set(2, 6, 11);
  camera.lookAt(0, 0.2, -4);
  const target = new RenderTarget(width, height);
  renderer.setRenderTarget(target);
  renderer.render(scene, camera);
  const pixels = await renderer.readRenderTargetPixelsAsync(target, 0, 0, width, height);
  const drawn = {
    pixels: Array.from(pixels as Uint8Array),
    backend: crowd.backend,
    failure: crowd.failure,
    notes,
    uploadedBytes,
    amplitudesBefore,
    amplitudes: Array.from(crowd.crowd.amplitudes[0]),
  };
  crowd.dispose();
  renderer.dispose();
  return drawn;
}

const crowdPage: CrowdPage = { width, height, draw };
Object.assign(globalThis, { crowdPage });
