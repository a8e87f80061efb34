import type { Collider } from '../../motion/collider.ts';
import type { BodyPiece } from '../../systems/fur/collide/body.ts';
import { BodyList } from '../../systems/fur/collide/body-list.ts';
import { CardSurfaces } from '../surfaces/card-surfaces.ts';
import { WordList } from '../word-list.ts';

/** The motion of colliders in a step, and the fur that they may touch. */
export interface BodyStep {
  readonly colliders: readonly Collider[];
  /** Duration of the step, s. */
  readonly dt: number;
  /** Box that contains all strands: minimum, then maximum, m. [6] */
  readonly box: Float64Array;
  /** Position to which the frame is relative, m. [3] */
  readonly base: ArrayLike<number>;
}

/**
 * Bodies in the table of `wgsl/press.ts`. The bodies of a step are their number, then each body: number of pieces, maximum change of a coordinate,
 * shortest side, pieces. A piece is a surface (see `surfaceFunctions`) and the offsets of three lists: the number of the position of each vertex, and, as in
 * `BodyPiece`, the triangles at each of these positions. Trees and lists stay on the card; boxes and vertices are written for each step.
 */
export class CardBodies {
  /** What is written for the frame. It begins in the table after what stays there. */
  readonly frame = new WordList();
  /** Whether what stays on the card has changed since it was written. */
  isNew = false;
  private readonly list = new BodyList();
  private readonly surfaces = new CardSurfaces(null);
  private readonly lists = new Map<BodyPiece, readonly number[]>();

  /** What stays on the card, at the start of the table. */
  get kept(): WordList {
    return this.surfaces.words;
  }

  /** Adds the bodies of a step of the next frame. Returns their offset; 0 if none is near the fur. */
  add({ colliders, dt, box, base }: BodyStep): number {
    const near = this.list.gather(colliders, box, dt);
    if (near.length === 0) return 0;
    const { frame, surfaces, lists, kept } = this;
    if (frame.length === 0) this.keep();
    const origin = [base[0], base[1], base[2]];
    const placed = near.map((body) =>
      body.near.map((piece) => [
        ...surfaces.place(frame, kept.length, piece.surface, origin),
        ...lists.get(piece)!,
      ]),
    );
    const at = kept.length + frame.length;
    frame.push(near.length);
    near.forEach((body, k) => {
      frame.push(placed[k].length);
      frame.pushFloats([body.maxStep, body.thickness]);
      for (const words of placed[k]) for (const word of words) frame.push(word);
    });
    return at;
  }

  /** Updates what stays on the card, before the first step of a frame. */
  private keep(): void {
    const { surfaces, lists, kept } = this;
    const pieces = this.list.all.flatMap((body) => body.pieces);
    if (!surfaces.keep(pieces.map(({ surface }) => surface))) return;
    this.isNew = true;
    lists.clear();
    const append = (values: ArrayLike<number>) => {
      const at = kept.length;
      for (let k = 0; k < values.length; k++) kept.push(values[k]);
      return at;
    };
    for (const piece of pieces) {
      const { order } = piece.surface.tree;
      const triangles = surfaces.trianglesOf(piece.surface);
      const offsets = new Uint32Array(order.length);
      order.forEach((face, place) => {
        offsets[face] = triangles + 3 * place;
      });
      lists.set(piece, [
        append(piece.vertexOf),
        append(piece.firstFace),
        append(piece.faces.map((face) => offsets[face])),
      ]);
    }
  }
}
