import {
  Color,
  DoubleSide,
  FrontSide,
  type Material,
  MeshBasicMaterial,
  MeshDepthMaterial,
  MeshDistanceMaterial,
  MeshLambertMaterial,
  Vector2,
  Vector3,
  Vector4,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { finFragment, finVertex, shellFragment, shellVertex, shineGlsl } from './fur-glsl.ts';
import {
  type DrawnLayers,
  type FurShading,
  type FurSurface,
  opacityExponent,
  shines,
  structureGrey,
} from './fur-shading.ts';

const lit = { shadowSide: FrontSide };

type Shader = Pick<WebGLProgramParametersWithUniforms, 'uniforms' | 'vertexShader' | 'fragmentShader'>;

/** Creates materials for the classic WebGLRenderer. They are derived from MeshLambertMaterial, so lights, shadows and fog work as usual. */
export const classicFur: FurShading = (surface) => {
  const common = createUniforms(surface);
  const made: Material[] = [];
  const dress = <Kind extends Material>(material: Kind, layers: Vector3): Kind => {
    made.push(material);
    return prepare(material, surface, { ...common, furLayers: { value: layers } });
  };
  const layers = new Vector3(1, surface.sliceCount, surface.exponent);
  const { diffuse } = surface.shading;
  return {
    // Shells are visible only from outside, for lights too.
    surface: dress(diffuse ? new MeshLambertMaterial(lit) : new MeshBasicMaterial(lit), layers),
    depth: dress(new MeshDepthMaterial(), layers),
    distance: dress(new MeshDistanceMaterial(), layers),
    setLayers({ count, columns, rows }: DrawnLayers) {
      layers.x = count;
      const standsFor = opacityExponent(surface.sliceCount, count);
      common.furDetail.value.y = standsFor;
      common.furDetail.value.z = standsFor - 1;
      common.furHalf.value.set(columns / 2, rows / 2);
    },
    createFins(side) {
      const detail = new Vector4(surface.sliceCount, surface.exponent, surface.longest, 1);
      const material = diffuse
        ? new MeshLambertMaterial({ side: DoubleSide })
        : new MeshBasicMaterial({ side: DoubleSide });
      prepareFins(material, surface, { ...common, finSide: { value: side }, finDetail: { value: detail } });
      return {
        surface: material,
        setShare(fraction) {
          detail.w = fraction;
        },
        dispose: () => material.dispose(),
      };
    },
    dispose() {
      for (const material of made) material.dispose();
    },
  };
};

function createUniforms({ slices, texels, colors, shading, colorMap, densityMap }: FurSurface) {
  const [root, tip] = shading.color
    ? [new Color(...colors.root), new Color(...colors.tip)]
    : [new Color(structureGrey, structureGrey, structureGrey), new Color()];
  return {
    furSlices: { value: slices },
    furHalf: { value: new Vector2() },
    furDetail: { value: new Vector4(texels, 1, 0, colors.spread) },
    furRoot: { value: new Vector4(root.r, root.g, root.b, Math.min(colors.tipStart, 1 - 1e-6)) },
    furTipColor: { value: new Vector4(tip.r, tip.g, tip.b, colors.shadow) },
    furShine: { value: new Vector2(colors.gloss, colors.translucency) },
    furColorMap: { value: colorMap },
    furDensityMap: { value: densityMap },
  };
}

function prepare<Kind extends Material>(
  material: Kind,
  surface: FurSurface,
  uniforms: Shader['uniforms'],
): Kind {
  const { shading, isThinned, hasColors, colorMap, densityMap, bend } = surface;
  const flags = {
    FUR_COLOR: shading.color,
    FUR_SELF_SHADOW: shading.selfShadow,
    FUR_SHINES: shines(surface) && material instanceof MeshLambertMaterial,
    FUR_THINNED: isThinned || densityMap !== null,
    FUR_COLORS: hasColors,
    FUR_COLOR_MAP: colorMap !== null,
    FUR_DENSITY_MAP: densityMap !== null,
    FUR_MAPS: colorMap !== null || densityMap !== null,
  };
  material.defines = { ...material.defines, ...definesOf(flags) };
  material.onBeforeCompile = (shader: Shader) => {
    Object.assign(shader.uniforms, uniforms);
    insert(shader, shellVertex(bend), 'placeShell();', shellFragment);
  };
  material.customProgramCacheKey = () => `aftermotion-fur-${bend}`;
  return material;
}

function prepareFins(material: Material, surface: FurSurface, uniforms: Shader['uniforms']): void {
  const { shading, bend } = surface;
  const flags = {
    FUR_COLOR: shading.color,
    FUR_SELF_SHADOW: shading.selfShadow,
    FUR_SHINES: shines(surface),
  };
  material.defines = { ...material.defines, ...definesOf(flags) };
  material.onBeforeCompile = (shader: Shader) => {
    Object.assign(shader.uniforms, uniforms);
    insert(shader, finVertex(bend), 'placeFin();', finFragment);
    // Both sides of a fin are lit like the skin.
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <normal_fragment_begin>',
      '#include <normal_fragment_begin>\nnormal = normalize(vNormal);',
    );
  };
  material.customProgramCacheKey = () => `aftermotion-fins-${bend}`;
}

function definesOf(flags: Readonly<Record<string, boolean>>): Record<string, string> {
  const on = Object.entries(flags).filter(([, isOn]) => isOn);
  return Object.fromEntries(on.map(([name]) => [name, '']));
}

function insert(shader: Shader, vertex: string, location: string, fragment: string): void {
  shader.vertexShader =
    vertex +
    shader.vertexShader
      .replace('#include <uv_vertex>', `#include <uv_vertex>\n${location}`)
      .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = furNormal;')
      .replace('#include <begin_vertex>', 'vec3 transformed = furShell;')
      // Shadows are sampled at the tip, once for a whole strand. So fur does not cast shadows on itself here; its slices contain
      // self-shadowing.
      .replace(
        '#include <shadowmap_vertex>',
        '#ifdef USE_SHADOWMAP\nworldPosition = modelMatrix * vec4(furTip, 1.0);\n#endif\n#include <shadowmap_vertex>',
      );
  shader.fragmentShader =
    fragment +
    shader.fragmentShader
      .replace(
        '#include <clipping_planes_fragment>',
        '#include <clipping_planes_fragment>\nvec4 blade = meetFur();',
      )
      .replace(
        '#include <lights_lambert_pars_fragment>',
        `#include <lights_lambert_pars_fragment>\n${shineGlsl}`,
      )
      .replace(
        '#include <color_fragment>',
        'diffuseColor.rgb *= colorFur(blade);\n#ifdef FUR_SHINES\nfurStrandLight = findStrandLight(blade);\n#endif',
      );
}
