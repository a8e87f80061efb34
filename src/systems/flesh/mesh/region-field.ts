import { SurfaceTree } from '../../../geometry/surface-tree.ts';
import type { ClosedSurface } from '../../../motion/tet-mesh.ts';
import type { BoneCore } from './bone-core.ts';

/** Kinds of boundary of the flesh: free skin, a cut to the rest of the body, the wall of the bone core. */
export const wall = { skin: 0, cut: 1, core: 2 } as const;

/** Signed distance to the boundary of the flesh, which is a region without its bone core. Metres, negative inside. */
export class RegionField {
  /** Kind of the boundary (one of `wall`) that was nearest in the last call of `value`. */
  source: number = wall.skin;
  readonly tree: SurfaceTree;
  /** Trees of only the free skin, and of only the cuts. Undefined until they are first needed; null if there are none. */
  private skin: SurfaceTree | null | undefined;
  private cut: SurfaceTree | null | undefined;

  /** isCut [triangleCount]: 1 if a triangle of the surface closes a cut, else 0. */
  constructor(
    private readonly surface: ClosedSurface,
    private readonly isCut: Uint8Array | null,
    readonly core: BoneCore | null,
    tree?: SurfaceTree,
  ) {
    this.tree = tree ?? new SurfaceTree(surface.positions, surface.triangles);
  }

  /** Returns the field of the same region with a bone core. */
  withCore(core: BoneCore | null): RegionField {
    const field = new RegionField(this.surface, this.isCut, core, this.tree);
    field.skin = this.skin;
    field.cut = this.cut;
    return field;
  }

  get skinTree(): SurfaceTree | null {
    if (this.skin === undefined) this.skin = this.isCut?.includes(1) ? this.pick(0) : this.tree;
    return this.skin;
  }

  get cutTree(): SurfaceTree | null {
    if (this.cut === undefined) this.cut = this.isCut?.includes(1) ? this.pick(1) : null;
    return this.cut;
  }

  private pick(kind: number): SurfaceTree | null {
    const { positions, triangles } = this.surface;
    const picked = triangles.filter((_, k) => this.isCut?.[Math.floor(k / 3)] === kind);
    return picked.length > 0 ? new SurfaceTree(positions, picked) : null;
  }

  /** Moves `point` to the nearest point of a wall (one of `wall`). Returns false if there is no such wall. */
  project(point: [number, number, number], onto: number): boolean {
    if (onto === wall.core) return this.projectOnCore(point);
    const tree = onto === wall.cut ? this.cutTree : this.skinTree;
    if (!tree) return false;
    tree.nearest(point[0], point[1], point[2]);
    point[0] = tree.x;
    point[1] = tree.y;
    point[2] = tree.z;
    return true;
  }

  /** Takes one step along the gradient of the distance, whose magnitude is 1 nearly everywhere. */
  private projectOnCore(point: [number, number, number]): boolean {
    const { core } = this;
    if (!core) return false;
    const [x, y, z] = point;
    const distance = core.distance(x, y, z);
    const h = 1e-4 * (Math.abs(distance) + Math.abs(this.tree.bounds[3] - this.tree.bounds[0]));
    point[0] -= (distance * (core.distance(x + h, y, z) - core.distance(x - h, y, z))) / (2 * h);
    point[1] -= (distance * (core.distance(x, y + h, z) - core.distance(x, y - h, z))) / (2 * h);
    point[2] -= (distance * (core.distance(x, y, z + h) - core.distance(x, y, z - h))) / (2 * h);
    return true;
  }

  /** Returns the signed distance at a point. isInside: the point is known to be in the flesh, so its winding number is not computed. */
  value(x: number, y: number, z: number, isInside = false): number {
    const { tree } = this;
    const distance = tree.nearest(x, y, z);
    this.source = this.isCut?.[tree.triangle] ? wall.cut : wall.skin;
    const region = isInside || this.contains(x, y, z) ? -distance : distance;
    if (!this.core) return region;
    const core = -this.core.distance(x, y, z);
    if (core <= region) return region;
    this.source = wall.core;
    return core;
  }

  /** Returns whether the region, including its core, contains a point. */
  contains(x: number, y: number, z: number): boolean {
    return this.tree.winding(x, y, z) > 0.5;
  }
}
