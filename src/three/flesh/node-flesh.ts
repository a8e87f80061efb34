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

interface Setup {
  setupPosition(builder: NodeBuilder): unknown;
}

/** Flesh in materials for WebGPURenderer, on both of its back ends: node materials and the classic ones it turns into those. */
export const nodeFlesh: FleshShading = {
  dress(given, textures) {
    const original = originalOf(given) as Material & Partial<Setup> & { positionNode?: Node | null };
    const addFlesh = createModalStage(textures);
    /** Before what three does with a position: morph targets, skinning, displacement, instances. */
    function setupPosition(this: Setup, builder: NodeBuilder): unknown {
      addFlesh();
      const theirs = Object.hasOwn(original, 'setupPosition') ? original : Object.getPrototypeOf(this);
      return (theirs as Setup).setupPosition.call(this, builder);
    }
    /**
     * Shadow maps and other passes draw with a material of their own, which takes over only this node, and evaluates it
     * last: there the whole way is gone once more.
     */
    const positionNode = Fn((builder: NodeBuilder) => {
      const { material } = builder as NodeBuilder & { material: Material & Partial<Setup> };
      if (material.setupPosition === setupPosition) return original.positionNode ?? positionLocal;
      positionLocal.assign(positionGeometry);
      if (builder.geometry.hasAttribute('normal')) normalLocal.assign(normalGeometry);
      if (builder.geometry.hasAttribute('tangent')) tangentLocal.assign(tangentGeometry.xyz);
      addFlesh();
      const { displacementMap } = material as { displacementMap?: unknown };
      const plain = { displacementMap, positionNode: original.positionNode ?? null };
      return NodeMaterial.prototype.setupPosition.call(plain as unknown as NodeMaterial, builder);
    })();
    const { material, release } = createStandIn(original, { setupPosition, positionNode });
    Object.assign(material, {
      // Its nodes read the textures of one mesh.
      customProgramCacheKey: () => `aftermotion-flesh ${material.uuid} ${original.customProgramCacheKey()}`,
    });
    return { material, release };
  },
  dressShadows: () => () => {},
};
