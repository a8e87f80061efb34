import { readObj } from '../../src/files/index.ts';
import type { BakeActor } from '../../src/index.ts';
import { type RigidPose, sampleRigidKeys, type TriangleMesh } from '../../src/motion/index.ts';
import { type Stroke, type StrokeBody, strokeBodies } from './stroke.ts';

type PosedMesh = ReturnType<BakeActor['posedMeshesAt']>[number];

/** Bodies that are higher than this above the ground are hidden, metres. */
const visibleHeight = 3;
const color = [0.23, 0.36, 0.38] as const;

/** The bodies of strokes, as surfaces that are drawn. */
export class BrushBodies {
  private bodies: { body: StrokeBody; level: number }[] = [];
  private readonly meshes = new Map<string, TriangleMesh>();
  private shown = 'nothing';

  set(strokes: readonly Stroke[]): void {
    this.bodies = strokes.flatMap((stroke) =>
      strokeBodies(stroke).map((body) => ({ body, level: stroke.level })),
    );
  }

  /** Returns the visible bodies at time t, seconds. Null if there are none; `same` if nothing has moved since the last call. */
  at(t: number): PosedMesh[] | null | 'same' {
    const meshes: PosedMesh[] = [];
    const positions: string[] = [];
    for (const { body, level } of this.bodies) {
      const { keys } = body;
      if (t < keys[0].time || t > keys.at(-1)!.time) continue;
      sampleRigidKeys(pose, keys, t);
      if (pose.position[1] - level > visibleHeight) continue;
      positions.push(`${body.name} ${pose.position.join(' ')}`);
      const mesh = this.meshOf(body.mesh);
      meshes.push({ positions: placeMesh(mesh), indices: mesh.indices, color });
    }
    const state = positions.join(';') || 'nothing';
    if (state === this.shown) return 'same';
    this.shown = state;
    return meshes.length > 0 ? meshes : null;
  }

  private meshOf(text: string): TriangleMesh {
    let mesh = this.meshes.get(text);
    if (!mesh) {
      mesh = readObj(text, 'brush');
      this.meshes.set(text, mesh);
    }
    return mesh;
  }
}

const pose: RigidPose = { position: new Float64Array(3), rotation: new Float64Array(4) };

/** Returns the world positions of a mesh in `pose`, which only rotates about the vertical. */
function placeMesh({ positions }: TriangleMesh): Float64Array {
  const out = new Float64Array(positions.length);
  const turn = 2 * Math.atan2(pose.rotation[1], pose.rotation[3]);
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  for (let k = 0; k < positions.length; k += 3) {
    out[k] = pose.position[0] + cosine * positions[k] + sine * positions[k + 2];
    out[k + 1] = pose.position[1] + positions[k + 1];
    out[k + 2] = pose.position[2] - sine * positions[k] + cosine * positions[k + 2];
  }
  return out;
}
