import {
  Color,
  FrontSide,
  type Material,
  MeshDepthMaterial,
  MeshDistanceMaterial,
  MeshStandardMaterial,
  RGBADepthPacking,
  type Texture,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { createGrain } from './create-grain.ts';
import { coverBits } from './ground-cover.ts';
import {
  fragmentColor,
  fragmentDeclarations,
  fragmentNormal,
  fragmentRoughness,
  vertexDeclarations,
} from './ground-glsl.ts';
import { type GroundLook, stoneAlbedo } from './ground-look.ts';
import { type GroundShading, type PageMaterials, type PageSource, shadowOffset } from './ground-shading.ts';

export type Shader = Pick<WebGLProgramParametersWithUniforms, 'uniforms' | 'vertexShader' | 'fragmentShader'>;

/**
 * Creates materials for the classic WebGLRenderer. They are derived from MeshStandardMaterial, so lights, shadows, environment and fog work
 * as usual.
 */
export function createClassicShading(firstLook: GroundLook): GroundShading {
  let look = firstLook;
  const grain = createGrain();
  return {
    createMaterials: (source) => createPageMaterials(source, grain, look),
    setLook(next) {
      look = next;
    },
    dispose: () => grain.dispose(),
  };
}

function createPageMaterials(source: PageSource, grain: Texture, firstLook: GroundLook): PageMaterials {
  const placement = placeUniforms(source);
  const appearance = new GroundAppearance(grain, firstLook);
  const surface = new MeshStandardMaterial({ metalness: 0, shadowSide: FrontSide });
  prepare(surface, 'surface', (shader) => {
    Object.assign(shader.uniforms, placement, appearance.uniforms);
    shader.vertexShader =
      vertexDeclarations +
      shader.vertexShader
        .replace('#include <beginnormal_vertex>', 'readGround();\nvec3 objectNormal = groundNormal;')
        .replace('#include <begin_vertex>', 'vec3 transformed = groundPosition;\nshareGround();');
    shader.fragmentShader = colorFragments(shader.fragmentShader);
  });
  const shadows = createShadowMaterials(placement);
  return {
    surface,
    ...shadows,
    setLook: (look) => appearance.set(look),
    dispose() {
      surface.dispose();
      shadows.depth.dispose();
      shadows.distance.dispose();
    },
  };
}

/** Returns the inputs of the vertex shader for the position of patches. */
export function placeUniforms({ texture, shape, cell, datum, heightUnit, hasCover }: PageSource) {
  return {
    groundHeights: { value: texture },
    groundCell: { value: cell },
    groundDatum: { value: datum },
    groundUnit: { value: heightUnit },
    groundCoverBits: { value: hasCover ? coverBits : 0 },
    groundBorder: { value: shape.border },
    groundCenter: { value: shape.quads / 2 },
  };
}

/** The inputs of the fragment shader for the colour of the ground. */
export class GroundAppearance {
  readonly uniforms;

  constructor(grain: Texture, look: GroundLook) {
    this.uniforms = {
      groundGrain: { value: grain },
      groundAlbedo: { value: new Color() },
      groundPressedTint: { value: new Color() },
      groundStoneAlbedo: { value: new Color().setRGB(...stoneAlbedo) },
      /** Components: grain, bump, sparkle, cavity. */
      groundDetail: { value: [0, 0, 0, 0] },
      /** Components: loose, pressed, wetness. */
      groundRoughness: { value: [0, 0, 0] },
    };
    this.set(look);
  }

  set(look: GroundLook): void {
    const { groundAlbedo, groundPressedTint, groundDetail, groundRoughness } = this.uniforms;
    groundAlbedo.value.setRGB(...look.albedo);
    groundPressedTint.value.setRGB(...look.pressedTint);
    groundDetail.value = [look.grain, look.bump, look.sparkle, look.cavity];
    groundRoughness.value = [look.roughness, look.pressedRoughness, look.wetness];
  }
}

/** Returns the fragment shader of MeshStandardMaterial, changed so that it uses the colours of the ground. */
export function colorFragments(fragmentShader: string): string {
  return (
    fragmentDeclarations +
    fragmentShader
      .replace('#include <color_fragment>', `#include <color_fragment>\n${fragmentColor}`)
      .replace('#include <roughnessmap_fragment>', `#include <roughnessmap_fragment>\n${fragmentRoughness}`)
      .replace('#include <normal_fragment_maps>', `#include <normal_fragment_maps>\n${fragmentNormal}`)
  );
}

/** Creates materials for shadow maps: the ground at its vertices. */
export function createShadowMaterials(placement: ReturnType<typeof placeUniforms>) {
  const displace = (shader: Shader) => {
    Object.assign(shader.uniforms, placement);
    shader.vertexShader =
      vertexDeclarations +
      shader.vertexShader.replace(
        '#include <begin_vertex>',
        'placeGround();\nvec3 transformed = groundPosition;',
      );
  };
  const depth = new MeshDepthMaterial({ depthPacking: RGBADepthPacking, ...shadowOffset });
  return {
    depth: prepare(depth, 'depth', displace),
    distance: prepare(new MeshDistanceMaterial(), 'distance', displace),
  };
}

/** Prepares a material. Materials of one kind share a program and differ only in uniforms. */
export function prepare<Kind extends Material>(
  material: Kind,
  kind: string,
  change: (shader: Shader) => void,
): Kind {
  material.onBeforeCompile = change;
  material.customProgramCacheKey = () => `aftermotion-ground-${kind}`;
  return material;
}
