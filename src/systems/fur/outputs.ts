import type { ShellsLook, ShellsMaps, ShellsOutput, ShellsSkin } from '../system.ts';
import type { FurState } from './state.ts';

/** What fur shows. Its arrays stay for ever. */
export class ShellsView implements ShellsOutput {
  readonly kind = 'shells';
  readonly name = 'shells';
  readonly actor: string | null;
  readonly skin: ShellsSkin | null;
  readonly vertexCount: number;
  readonly indices: Uint32Array;
  readonly restPlaces: Float32Array;
  readonly restNormals: Float32Array;
  readonly lengths: Float32Array;
  readonly densities: Float32Array;
  readonly colors: Float32Array | null;
  readonly texcoords: Float32Array | null;
  readonly maps: ShellsMaps;
  readonly look: ShellsLook;
  readonly roots: Float32Array;
  readonly normals: Float32Array;
  readonly offsets: Float32Array;
  private readonly strandOf: Uint32Array;
  private readonly meshVertexOf: Uint32Array;
  /** [vertexCount] shown lengths over simulated ones. */
  private readonly scales: Float64Array;

  constructor({ prepared, params }: Pick<FurState, 'prepared' | 'params'>) {
    const { carrier, topology, shells, lengths, colors, maps, look } = prepared;
    const { vertexCount, strandOf, fileVertexOf } = shells;
    this.actor = carrier.skin?.actor ?? null;
    this.skin = carrier.skin && { surfaces: carrier.skin.surfaces, vertexOf: fileVertexOf! };
    this.vertexCount = vertexCount;
    this.indices = shells.indices;
    this.strandOf = strandOf;
    this.meshVertexOf = Uint32Array.from(strandOf, (strand) => topology.vertexOf[strand]);
    this.restPlaces = this.spread(carrier.places);
    this.restNormals = this.spread(carrier.normals);
    this.lengths = Float32Array.from(this.meshVertexOf, (vertex) => lengths[vertex]);
    this.scales = Float64Array.from(
      this.meshVertexOf,
      (vertex) => lengths[vertex] / prepared.simulatedLengths[vertex],
    );
    this.densities = Float32Array.from(
      this.meshVertexOf,
      (vertex) => params.density * carrier.densities[vertex],
    );
    this.colors = colors;
    this.texcoords = shells.texcoords;
    this.maps = maps;
    this.look = look;
    this.roots = new Float32Array(3 * vertexCount);
    this.normals = new Float32Array(3 * vertexCount);
    this.offsets = new Float32Array(3 * vertexCount);
  }

  /** Shows a skin at a time: places and normals of the carrier's vertices, with tips minus roots [3 · strandCount]. */
  show(places: Float64Array, normals: Float64Array, offsets: Float64Array): void {
    const { strandOf, meshVertexOf, scales } = this;
    for (let v = 0; v < this.vertexCount; v++) {
      const from = 3 * meshVertexOf[v];
      const strand = 3 * strandOf[v];
      for (let axis = 0; axis < 3; axis++) {
        this.roots[3 * v + axis] = places[from + axis];
        this.normals[3 * v + axis] = normals[from + axis];
        this.offsets[3 * v + axis] = scales[v] * offsets[strand + axis];
      }
    }
  }

  private spread(values: ArrayLike<number>): Float32Array {
    const out = new Float32Array(3 * this.vertexCount);
    for (let k = 0; k < out.length; k++) out[k] = values[3 * this.meshVertexOf[Math.floor(k / 3)] + (k % 3)];
    return out;
  }
}
