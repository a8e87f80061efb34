import { type BufferGeometry, MathUtils } from 'three';
import {
  Fn,
  normalGeometry,
  normalLocal,
  positionGeometry,
  positionLocal,
  tangentGeometry,
  tangentLocal,
} from 'three/tsl';
import { type Material, type Node, type NodeBuilder, NodeMaterial } from 'three/webgpu';
import type { FleshShading } from './flesh-shading.ts';
import { createModalStage } from './modal-stage.ts';
import { createStandIn, originalOf } from './stand-in.ts';

/** The method of node materials that transforms a vertex's rest position to its local position. */
type SetupPosition = (builder: NodeBuilder) => unknown;

interface Positioned {
  setupPosition: SetupPosition;
}

/**
 * Adds flesh to materials for WebGPURenderer, on both of its back ends: to node materials, and to classic materials, which the renderer
 * converts to node materials.
 */
export const nodeFlesh: FleshShading = {
  dress(given, textures) {
    const original = originalOf(given) as Material & Partial<Positioned> & { positionNode?: Node | null };
    const addFlesh = createModalStage(textures);
    function setupPosition(this: Positioned, builder: NodeBuilder): unknown {
      const theirs = Object.hasOwn(original, 'setupPosition') ? original : Object.getPrototypeOf(this);
      return setUpBetween(builder, addFlesh, (rest) => (theirs as Positioned).setupPosition.call(this, rest));
    }
    /**
     * Shadow maps and other passes use a separate material. It only gets this node, which is evaluated last, so the node must contain the
     * whole transformation.
     */
    const positionNode = Fn((builder: NodeBuilder) => {
      const { material, geometry } = builder as NodeBuilder & { material: Material & Partial<Positioned> };
      if (material.setupPosition === setupPosition) return original.positionNode ?? positionLocal;
      positionLocal.assign(positionGeometry);
      if (geometry.hasAttribute('normal')) normalLocal.assign(normalGeometry);
      if (geometry.hasAttribute('tangent')) tangentLocal.assign(tangentGeometry.xyz);
      const { displacementMap } = material as { displacementMap?: unknown };
      const positionNode = original.positionNode ?? null;
      return setUpBetween(builder, addFlesh, (rest) => setUpPlainly({ displacementMap, positionNode }, rest));
    })();
    // The nodes of this material read the textures of one mesh, so no other material may use the same program.
    const key = MathUtils.generateUUID();
    const customProgramCacheKey = () => `aftermotion-flesh ${key} ${original.customProgramCacheKey()}`;
    return createStandIn(original, { setupPosition, positionNode, customProgramCacheKey });
  },
  dressShadows: () => () => {},
};

/** Computes a position as three.js does for a material with these properties. */
function setUpPlainly(material: object, builder: object): unknown {
  return NodeMaterial.prototype.setupPosition.call(material as NodeMaterial, builder as NodeBuilder);
}

/**
 * Applies morph targets, then flesh, then the rest: skinning, displacement map, instances. three.js does all except flesh in one method,
 * which checks the object and its geometry for each feature. So the method is called twice, each time with an object that has only the
 * features of one half.
 */
function setUpBetween(
  builder: NodeBuilder,
  addFlesh: () => void,
  setUpRest: (builder: NodeBuilder) => unknown,
): unknown {
  const { object, geometry } = builder;
  const no = { value: false };
  const unmoved = Object.create(object, { isSkinnedMesh: no, isInstancedMesh: no, isBatchedMesh: no });
  setUpPlainly({ positionNode: null }, { object: unmoved, geometry });
  addFlesh();
  const unmorphed: BufferGeometry = Object.create(geometry, { morphAttributes: { value: {} } });
  return setUpRest(Object.create(builder, { geometry: { value: unmorphed } }));
}
