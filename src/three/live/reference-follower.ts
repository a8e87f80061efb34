import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { ancestorsOf, ObjectReference } from './object-reference.ts';

/** Moves an object with a reference. A ground loads it when it has a reference. */
export class ReferenceFollower {
  private readonly carrier: ObjectReference;

  /** start: the world matrix of the reference from which on the object follows. */
  constructor(
    private readonly object: Object3D,
    private readonly reference: Object3D,
    factor: number,
    start: Matrix4,
  ) {
    this.carrier = new ObjectReference(reference, factor);
    this.carrier.startAt(start);
  }

  set factor(factor: number) {
    this.carrier.factor = factor;
  }

  /** Moves the object, unless it is a child of the reference in the three.js scene and moves with it already. */
  follow(): void {
    const { carrier, object, reference } = this;
    const { position, rotation } = carrier.read();
    carrier.keep();
    if (!carrier.acts || ancestorsOf(object).includes(reference)) return;
    object.updateWorldMatrix(true, false);
    const move = new Matrix4().makeRotationFromQuaternion(new Quaternion().fromArray(rotation));
    move.setPosition(new Vector3().fromArray(position)).multiply(object.matrixWorld);
    if (object.parent) move.premultiply(object.parent.matrixWorld.clone().invert());
    move.decompose(object.position, object.quaternion, object.scale);
    object.updateMatrix();
    object.updateMatrixWorld(true);
  }
}
