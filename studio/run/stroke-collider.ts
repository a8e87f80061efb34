import { readKeys, readObj } from '../../src/files/index.ts';
import type { ColliderSource } from '../../src/index.ts';
import { append } from '../../src/math/index.ts';
import { createKeyedCollider, type RigidKey } from '../../src/motion/index.ts';
import { shapeObj } from '../brush/shapes.ts';
import { type Stroke, type StrokeBody, strokeBodies } from '../brush/stroke.ts';
import { keysText } from '../document/compose-scene.ts';

/** A stroke as colliders of a running simulation. Its path may be extended while it is drawn. */
export class StrokeCollider {
  readonly sources: readonly ColliderSource[];
  private readonly keys = new Map<string, RigidKey[]>();
  private current: Stroke;

  constructor(stroke: Stroke) {
    this.current = stroke;
    // A walk that has made only one step will need its other foot.
    const bodies: Pick<StrokeBody, 'name' | 'mesh' | 'profile'>[] =
      stroke.shape === 'ball'
        ? strokeBodies(stroke)
        : (['left', 'right'] as const).map((side) => ({
            name: `${stroke.name}-${side}`,
            mesh: shapeObj('foot', stroke.size, side),
            profile: 'lugged' as const,
          }));
    this.sources = bodies.map(({ name, mesh, profile }) => {
      const keys: RigidKey[] = [];
      this.keys.set(name, keys);
      // Read in the same way as on the command line, so that the results are the same.
      const surface = readObj(mesh, name);
      return { name, createColliders: () => createKeyedCollider(name, surface, keys, { profile }) };
    });
    this.lead(stroke);
  }

  get stroke(): Stroke {
    return this.current;
  }

  /** Sets or extends the path of the stroke. */
  lead(stroke: Stroke): void {
    this.current = stroke;
    const bodies = strokeBodies(stroke);
    for (const [name, keys] of this.keys) {
      const body = bodies.find((candidate) => candidate.name === name);
      keys.length = 0;
      append(keys, body ? readKeys(keysText(body), name) : [parkedKey(stroke)]);
    }
  }
}

/** Returns the waiting position of a foot that has no print to make yet. */
function parkedKey({ points, level }: Stroke): RigidKey {
  return { time: 0, position: [points[0][0], level + 500, points[0][1]], rotation: [0, 0, 0, 1] };
}
