import { Box3, type Intersection, Object3D, type Raycaster, Vector3 } from 'three';
import type { CardTile } from '../../gpu/ground/card-drawer.ts';
import type { HeightfieldChange } from '../../systems/heightfield-change.ts';
import type { ColumnRectangle, SurfaceLook } from '../../systems/outputs/heightfield.ts';
import { castAtHeights } from './cast-at-heights.ts';
import { createClassicShading } from './classic-shading.ts';
import { type CoverSource, createCover } from './ground-cover.ts';
import { groundLook } from './ground-look.ts';
import type { GroundShading, GroundShadingFactory } from './ground-shading.ts';
import type { Patch } from './layer-page.ts';
import { PageSet } from './page-set.ts';
import { type SampleInitial, Surroundings, sampleByReading } from './surroundings.ts';
import { areaOf, createCoverage, type GroundArea } from './tile-areas.ts';
import { type ReadInitial, TouchedTiles, tileSize } from './touched-tiles.ts';

/** The data of a ground that is drawn. A `HeightfieldOutput` has it, but the ground may also be simulated on another thread. */
export interface GroundObjectOptions extends CoverSource {
  /** Metres between columns. */
  readonly cell: number;
  /** World height of a column whose value is 0, m. Default 0. */
  readonly datum?: number;
  /** Metres per unit of height. Default 2⁻²⁰. */
  readonly heightUnit?: number;
  /** Material of the ground: `sand`, `mud`, `snow`. Default `sand`. */
  readonly material?: string;
  /** How the ground looks different from its material. Default: it does not. */
  readonly look?: SurfaceLook;
  /** Extent of the simulated ground. The surroundings are laid out around its middle. Default: around the origin. */
  readonly extent?: ColumnRectangle | null;
  /** Initial heights. Default: level at the datum. */
  readonly readInitial?: ReadInitial;
  /**
   * Reads the initial heights of every n-th column, which is faster than reading all columns. Default: a function that uses `readInitial`.
   */
  readonly sampleInitial?: SampleInitial;
  /** The untouched ground that is drawn. True (the default): up to the horizon. `extent`: only where columns exist. False: none. */
  readonly surroundings?: boolean | 'extent';
  /**
   * Areas of other grounds, in the space of this ground, m. If an untouched tile of this ground is completely inside such an area, it is
   * not drawn, because the other ground covers it.
   */
  readonly others?: readonly GroundArea[];
  /** Creates the materials: `createClassicShading` for WebGLRenderer (the default), `createNodeShading` for WebGPURenderer. */
  readonly shading?: GroundShadingFactory;
}

/** How patches of touched tiles are drawn. */
export const tileShape = { quads: tileSize, border: 4, capacity: 128, hasHem: false };
const squareShape = { quads: 8, border: 1, capacity: 256, hasHem: true };

/**
 * Draws a ground surface: touched tiles with every column, displaced on the GPU by their heights, and the untouched ground up to the
 * horizon. Only tiles that changed are uploaded. The object must not be rotated or scaled, but it may be moved.
 */
export class GroundObject extends Object3D {
  readonly isGroundObject = true;
  readonly cell: number;
  readonly datum: number;
  readonly heightUnit: number;

  private readonly options: GroundObjectOptions;
  private readonly shading: GroundShading;
  private readonly tilePages: PageSet;
  private readonly squarePages: PageSet;
  private readonly tiles: TouchedTiles;
  private readonly surroundings: Surroundings | null;
  private readonly readInitial: ReadInitial;
  private readonly box = new Box3();
  private boxIsCurrent = false;
  /** Whether the surroundings exist. */
  private isLaid = false;

  constructor(options: GroundObjectOptions) {
    super();
    this.name = 'ground';
    this.options = options;
    this.cell = options.cell;
    this.datum = options.datum ?? 0;
    this.heightUnit = options.heightUnit ?? 2 ** -20;
    this.readInitial = options.readInitial ?? ((out, { columns, rows }) => out.fill(0, 0, columns * rows));
    const readCover = createCover(options);
    const createShading = options.shading ?? createClassicShading;
    this.shading = createShading(groundLook(options.material ?? 'sand', options.look));
    const scale = {
      cell: this.cell,
      datum: this.datum,
      heightUnit: this.heightUnit,
      hasCover: readCover !== null,
    };
    this.tilePages = new PageSet(this, tileShape, scale, this.shading);
    this.squarePages = new PageSet(this, squareShape, scale, this.shading);
    this.tiles = new TouchedTiles(
      this.tilePages,
      this.readInitial,
      (tileI, tileJ) => this.surroundings?.refineAt(tileI, tileJ),
      readCover,
    );
    this.surroundings =
      options.surroundings === false
        ? null
        : new Surroundings(
            this.squarePages,
            options.sampleInitial ?? sampleByReading(this.readInitial),
            {
              has: (tileI, tileJ) => this.tiles.find(tileI, tileJ) !== undefined,
              hasAny: (...range) => this.tiles.hasAny(...range),
            },
            createCoverage(
              this.cell,
              options.surroundings === 'extent' ? this.area : null,
              options.others ?? [],
            ),
            readCover,
          );
    this.setShadows({ cast: true, receive: true });
    this.reset();
  }

  /** Shows changed rectangles. Their arrays are copied. */
  update(changes: readonly HeightfieldChange[]): void {
    for (const change of changes) this.tiles.apply(change);
    if (changes.length > 0) this.boxIsCurrent = false;
    this.flush();
  }

  /** Shows tiles whose texels are written on the graphics card. Returns their patches. */
  showCardTiles(tiles: readonly CardTile[]): Patch[] {
    const patches = tiles.map(({ tileI, tileJ }) => this.tiles.reserve(tileI, tileJ));
    this.flush();
    patches.forEach((patch, k) => {
      patch.page.extendRange(patch, tiles[k].low, tiles[k].high + 1);
    });
    this.flush();
    this.boxIsCurrent = false;
    return patches;
  }

  /** Notes heights that are drawn already, for `heightAt` and for rays. */
  keepHeights(changes: readonly HeightfieldChange[]): void {
    for (const change of changes) this.tiles.note(change);
  }

  /**
   * Draws tiles as untouched ground again. A tile contains the columns 32 · tileI … 32 · tileI + 31 and the rows 32 · tileJ … 32 · tileJ +
   * 31.
   */
  forget(tiles: readonly { readonly tileI: number; readonly tileJ: number }[]): void {
    for (const { tileI, tileJ } of tiles)
      this.tiles.remove(tileI, tileJ, (...place) => this.surroundings?.coverAt(...place));
    if (tiles.length > 0) this.boxIsCurrent = false;
    this.flush();
  }

  /** Resets all ground to untouched. */
  reset(): void {
    if (this.isLaid && this.tileCount === 0) return;
    this.isLaid = true;
    this.tiles.clear();
    const extent = this.options.extent;
    const middle = (first: number, count: number) => Math.floor((first + count / 2) / tileSize);
    if (extent)
      this.surroundings?.layAround(middle(extent.i0, extent.columns), middle(extent.j0, extent.rows));
    else this.surroundings?.layAround(0, 0);
    this.boxIsCurrent = false;
    this.flush();
  }

  /** Reads the initial heights and the cover again, after they have changed. All ground is untouched then. */
  layAgain(): void {
    this.isLaid = false;
    this.reset();
  }

  /** Changes the material of the ground: `sand`, `mud`, `snow`, and how it looks different from it. The heights do not change. */
  setMaterial(material: string, chosen?: SurfaceLook): void {
    const look = groundLook(material, chosen);
    this.shading.setLook(look);
    this.tilePages.setLook(look);
    this.squarePages.setLook(look);
  }

  /** Sets whether the ground casts shadows and whether it receives them. Default: both. */
  setShadows({ cast, receive }: { cast: boolean; receive: boolean }): void {
    this.tilePages.setShadows(cast, receive);
    this.squarePages.setShadows(cast, receive);
  }

  /** Bounds of the touched tiles including their displacement, in the ground's own space, m. Empty if no tile is touched. */
  get bounds(): Box3 {
    if (!this.boxIsCurrent) this.measureBounds();
    return this.box;
  }

  /** Extent of the ground's columns, in its own space, m. Null if the ground has no boundary. */
  get area(): GroundArea | null {
    const { extent } = this.options;
    return extent ? areaOf(extent, this.cell) : null;
  }

  /** Number of tiles that are drawn with every column. */
  get tileCount(): number {
    return this.tilePages.patchCount;
  }

  /** Total bytes passed to the renderer: layers of height textures, and positions of patches. */
  get uploadedBytes(): number {
    return this.tilePages.uploadedBytes + this.squarePages.uploadedBytes;
  }

  /** Returns the height at a point of the ground's own space, m, linear between columns. */
  heightAt(x: number, z: number): number {
    const [u, v] = [x / this.cell, z / this.cell];
    const [i, j] = [Math.floor(u), Math.floor(v)];
    const [s, t] = [u - i, v - j];
    const upper = this.columnHeight(i, j) * (1 - s) + this.columnHeight(i + 1, j) * s;
    const lower = this.columnHeight(i, j + 1) * (1 - s) + this.columnHeight(i + 1, j + 1) * s;
    return this.datum + (upper * (1 - t) + lower * t) * this.heightUnit;
  }

  /** Adds the point at which a ray hits the displaced ground. */
  override raycast(raycaster: Raycaster, intersects: Intersection[]): void {
    const ray = raycaster.ray.clone().applyMatrix4(this.matrixWorld.clone().invert());
    const distance = castAtHeights(ray, this.top, this.cell, (x, z) => this.heightAt(x, z));
    if (distance === null) return;
    const point = ray.at(distance, new Vector3()).applyMatrix4(this.matrixWorld);
    const away = point.distanceTo(raycaster.ray.origin);
    if (away >= raycaster.near && away <= raycaster.far)
      intersects.push({ distance: away, point, object: this });
  }

  /** Frees every GPU object that it created. After this, nothing is drawn. */
  override dispose(): void {
    this.removeFromParent();
    this.tilePages.dispose();
    this.squarePages.dispose();
    this.shading.dispose();
  }

  private flush(): void {
    this.tilePages.flush();
    this.squarePages.flush();
  }

  private columnHeight(i: number, j: number): number {
    const height = this.tiles.heightAt(i, j);
    if (height !== null) return height;
    this.readInitial(oneColumn, { i0: i, j0: j, columns: 1, rows: 1 });
    return oneColumn[0];
  }

  /** Maximum height of the ground that is drawn, in its own space, m. */
  get top(): number {
    let highest = Number.NEGATIVE_INFINITY;
    for (const child of this.children) {
      const box = (child as Partial<{ geometry: { boundingBox: Box3 | null } }>).geometry?.boundingBox;
      if (box && box.max.y > highest) highest = box.max.y;
    }
    return highest;
  }

  private measureBounds(): void {
    this.box.makeEmpty();
    for (const { i0, j0, low, high } of this.tiles.all()) {
      this.box.expandByPoint(corner.set(i0 * this.cell, this.datum + low * this.heightUnit, j0 * this.cell));
      corner.set(
        (i0 + tileSize) * this.cell,
        this.datum + high * this.heightUnit,
        (j0 + tileSize) * this.cell,
      );
      this.box.expandByPoint(corner);
    }
    this.boxIsCurrent = true;
  }
}

const corner = new Vector3();
const oneColumn = new Int32Array(1);
