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

/** The method of node materials that transforms a vertex's rest position to its local one. */
type SetupPosition = (builder: NodeBuilder) => unknown;

interface Positioned {
  setupPosition: SetupPosition;
}

/** Flesh in materials for WebGPURenderer, on both of its back ends: node materials, and the classic ones that it converts to those. */
export const nodeFlesh: FleshShading = {
  dress(given, textures) {
    const original = originalOf(given) as Material & Partial<Positioned> & { positionNode?: Node | null };
    const addFlesh = createModalStage(textures);
    function setupPosition(this: Positioned, builder: NodeBuilder): unknown {
      const theirs = Object.hasOwn(original, 'setupPosition') ? original : Object.getPrototypeOf(this);
      return setUpBetween(builder, addFlesh, (rest) => (theirs as Positioned).setupPosition.call(this, rest));
    }
    /**
     * Shadow maps and other passes draw with a material of their own, which only adopts this node and evaluates it last. So the
     * whole transformation is repeated there.
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
    // The nodes of this material read the textures of one mesh, so no other material may share the program built from them.
    const key = MathUtils.generateUUID();
    const customProgramCacheKey = () => `aftermotion-flesh ${key} ${original.customProgramCacheKey()}`;
    return createStandIn(original, { setupPosition, positionNode, customProgramCacheKey });
  },
  dressShadows: () => () => {},
};

/** Computes a position as three does for a material with these properties. */
function setUpPlainly(material: object, builder: object): unknown {
  return NodeMaterial.prototype.setupPosition.call(material as NodeMaterial, builder as NodeBuilder);
}

/**
 * Morph targets, then flesh, then the rest: skinning, displacement map, instances. three does all of this in one method, which
 * checks the object and its geometry for each feature. Each half receives an object with only its own features.
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
