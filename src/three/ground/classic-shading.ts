import {
  Color,
  FrontSide,
  type Material,
  MeshDepthMaterial,
  MeshDistanceMaterial,
  MeshStandardMaterial,
  RGBADepthPacking,
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

type Shader = Pick<WebGLProgramParametersWithUniforms, 'uniforms' | 'vertexShader' | 'fragmentShader'>;

/** Materials for the classic WebGLRenderer: MeshStandardMaterial, so lights, shadows, environment and fog work as usual. */
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

function createPageMaterials(
  source: PageSource,
  grain: ReturnType<typeof createGrain>,
  firstLook: GroundLook,
): PageMaterials {
  const { texture, shape, cell, datum, heightUnit, hasCover } = source;
  const place = {
    groundHeights: { value: texture },
    groundCell: { value: cell },
    groundDatum: { value: datum },
    groundUnit: { value: heightUnit },
    groundCoverBits: { value: hasCover ? coverBits : 0 },
    groundBorder: { value: shape.border },
    groundCenter: { value: shape.quads / 2 },
  };
  const appearance = {
    groundGrain: { value: grain },
    groundAlbedo: { value: new Color() },
    groundPressedTint: { value: new Color() },
    groundStoneAlbedo: { value: new Color().setRGB(...stoneAlbedo) },
    /** grain, bump, sparkle, cavity. */
    groundDetail: { value: [0, 0, 0, 0] },
    /** loose, pressed, wetness. */
    groundRoughness: { value: [0, 0, 0] },
  };
  const surface = new MeshStandardMaterial({ metalness: 0, shadowSide: FrontSide });
  prepare(surface, 'surface', (shader) => {
    Object.assign(shader.uniforms, place, appearance);
    shader.vertexShader =
      vertexDeclarations +
      shader.vertexShader
        .replace('#include <beginnormal_vertex>', 'readGround();\nvec3 objectNormal = groundNormal;')
        .replace('#include <begin_vertex>', 'vec3 transformed = groundPosition;\nshareGround();');
    shader.fragmentShader =
      fragmentDeclarations +
      shader.fragmentShader
        .replace('#include <color_fragment>', `#include <color_fragment>\n${fragmentColor}`)
        .replace('#include <roughnessmap_fragment>', `#include <roughnessmap_fragment>\n${fragmentRoughness}`)
        .replace('#include <normal_fragment_maps>', `#include <normal_fragment_maps>\n${fragmentNormal}`);
  });
  const displace = (shader: Shader) => {
    Object.assign(shader.uniforms, place);
    shader.vertexShader =
      vertexDeclarations +
      shader.vertexShader.replace(
        '#include <begin_vertex>',
        'readGround();\nvec3 transformed = groundPosition;',
      );
  };
  const depth = prepare(
    new MeshDepthMaterial({ depthPacking: RGBADepthPacking, ...shadowOffset }),
    'depth',
    displace,
  );
  const distance = prepare(new MeshDistanceMaterial(), 'distance', displace);

  const setLook = (look: GroundLook) => {
    appearance.groundAlbedo.value.setRGB(...look.albedo);
    appearance.groundPressedTint.value.setRGB(...look.pressedTint);
    appearance.groundDetail.value = [look.grain, look.bump, look.sparkle, look.cavity];
    appearance.groundRoughness.value = [look.roughness, look.pressedRoughness, look.wetness];
  };
  setLook(firstLook);
  return {
    surface,
    depth,
    distance,
    setLook,
    dispose() {
      surface.dispose();
      depth.dispose();
      distance.dispose();
    },
  };
}

/** Materials of one kind share a program: they differ in uniforms alone. */
function prepare<Kind extends Material>(
  material: Kind,
  kind: string,
  change: (shader: Shader) => void,
): Kind {
  material.onBeforeCompile = change;
  material.customProgramCacheKey = () => `aftermotion-ground-${kind}`;
  return material;
}
