import type { TriangleMesh } from '../motion/keyed-collider.ts';

type Color = readonly [number, number, number];

/** Diffuse colours of the materials of an OBJ, from its material libraries. Libraries that cannot be read are ignored. */
export class ObjMaterials {
  private readonly colors = new Map<string, Color>();
  /** Index in the list of corners at which each material begins. */
  private readonly uses: { readonly start: number; readonly name: string }[] = [];

  constructor(private readonly readBeside: ((file: string) => string | undefined) | undefined) {}

  /**
   * Adds material libraries. whole: the rest of the line as one name, which may contain spaces. tokens: the same text, divided at spaces
   * into several names.
   */
  addLibrary(whole: string, tokens: readonly string[]): void {
    const { readBeside } = this;
    if (!readBeside || whole === '') return;
    const text = readBeside(whole);
    const texts = text === undefined ? tokens.map(readBeside) : [text];
    for (const library of texts) if (library !== undefined) this.readLibrary(library);
  }

  /** Sets the material of the faces from the corner `start` on. */
  use(name: string, start: number): void {
    if (this.readBeside) this.uses.push({ start, name });
  }

  /**
   * Returns the mesh with colours. A vertex with two materials becomes two vertices at one position. If no colour is known, the mesh is
   * returned unchanged.
   */
  paint(mesh: TriangleMesh): TriangleMesh {
    if (!this.uses.some(({ name }) => this.colors.has(name))) return mesh;
    const indices = mesh.indices.slice();
    const sources: number[] = Array.from({ length: mesh.positions.length / 3 }, (_, vertex) => vertex);
    const painted: (Color | undefined)[] = new Array(sources.length);
    const copies = new Map<string, number>();
    let use = -1;
    let color = plain;
    for (let corner = 0; corner < indices.length; corner++) {
      while (use + 1 < this.uses.length && this.uses[use + 1].start <= corner) {
        use++;
        color = this.colors.get(this.uses[use].name) ?? plain;
      }
      const vertex = indices[corner];
      painted[vertex] ??= color;
      if (painted[vertex] === color) continue;
      const key = `${vertex} ${color.join()}`;
      let copy = copies.get(key);
      if (copy === undefined) {
        copy = sources.push(vertex) - 1;
        painted.push(color);
        copies.set(key, copy);
      }
      indices[corner] = copy;
    }
    const positions = new Float64Array(3 * sources.length);
    const colors = new Float32Array(3 * sources.length);
    sources.forEach((vertex, k) => {
      positions.set(mesh.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * k);
      colors.set(painted[k] ?? plain, 3 * k);
    });
    return { ...mesh, positions, indices, colors };
  }

  private readLibrary(text: string): void {
    let name: string | null = null;
    for (const line of text.split(/\r\n|\n|\r/)) {
      const tokens = line.trim().split(/\s+/);
      if (tokens[0] === 'newmtl') name = line.trim().slice(6).trim();
      else if (tokens[0] === 'Kd' && name !== null && tokens[1] !== 'spectral' && tokens[1] !== 'xyz') {
        const [red, green = red, blue = red] = tokens.slice(1, 4).map(Number);
        const color = [red, green, blue];
        if (color.every((part) => part >= 0 && part <= 1)) this.colors.set(name, [red, green, blue]);
      }
    }
  }
}

/** The colour of faces without a colour. */
const plain: Color = [0.35, 0.35, 0.35];
