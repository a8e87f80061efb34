import {
  Color,
  type Material,
  MeshBasicMaterial,
  MeshDepthMaterial,
  MeshDistanceMaterial,
  MeshLambertMaterial,
  Vector4,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { shellFragment, shellVertex } from './fur-glsl.ts';
import {
  type DrawnLayers,
  type FurShading,
  type FurSurface,
  opacityExponent,
  structureGrey,
} from './fur-shading.ts';

type Shader = Pick<WebGLProgramParametersWithUniforms, 'uniforms' | 'vertexShader' | 'fragmentShader'>;

/** Materials for the classic WebGLRenderer: MeshLambertMaterial, so lights, shadows and fog work as usual. */
export const classicFur: FurShading = (surface) => {
  const common = createUniforms(surface);
  const made: Material[] = [];
  const dress = <Kind extends Material>(material: Kind, layers: Vector4): Kind => {
    made.push(material);
    return prepare(material, surface, { ...common, furLayers: { value: layers } });
  };
  const layers = new Vector4(1, 2, surface.sliceCount, surface.exponent);
  const { diffuse } = surface.shading;
  return {
    surface: dress(diffuse ? new MeshLambertMaterial() : new MeshBasicMaterial(), layers),
    depth: dress(new MeshDepthMaterial(), layers),
    distance: dress(new MeshDistanceMaterial(), layers),
    setLayers({ count, instances }: DrawnLayers) {
      layers.x = count;
      layers.y = instances;
      common.furDetail.value.y = opacityExponent(surface.sliceCount, count);
    },
    dispose() {
      for (const material of made) material.dispose();
    },
  };
};

function createUniforms({ slices, texels, colors, shading, skinLight, colorMap, densityMap }: FurSurface) {
  const [root, tip] = shading.color
    ? [new Color(...colors.root), new Color(...colors.tip)]
    : [new Color(structureGrey, structureGrey, structureGrey), new Color()];
  return {
    furSlices: { value: slices },
    furDetail: { value: new Vector4(texels, 1, skinLight, colors.spread) },
    furRoot: { value: new Vector4(root.r, root.g, root.b, Math.min(colors.tipStart, 1 - 1e-6)) },
    furTipColor: { value: new Vector4(tip.r, tip.g, tip.b, colors.shadow) },
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
    FUR_THINNED: isThinned || densityMap !== null,
    FUR_COLORS: hasColors,
    FUR_COLOR_MAP: colorMap !== null,
    FUR_DENSITY_MAP: densityMap !== null,
    FUR_MAPS: colorMap !== null || densityMap !== null,
  };
  const defines: Record<string, string> = {};
  for (const [name, isOn] of Object.entries(flags)) if (isOn) defines[name] = '';
  material.defines = { ...material.defines, ...defines };
  material.onBeforeCompile = (shader: Shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader =
      shellVertex(bend) +
      shader.vertexShader
        .replace('#include <uv_vertex>', '#include <uv_vertex>\nplaceShell();')
        .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = furNormal;')
        .replace('#include <begin_vertex>', 'vec3 transformed = furShell;')
        // Shadows fall on all of a strand as on its tip: fur does not shade itself here, its slices know that.
        .replace(
          '#include <shadowmap_vertex>',
          '#ifdef USE_SHADOWMAP\nworldPosition = modelMatrix * vec4(furTip, 1.0);\n#endif\n#include <shadowmap_vertex>',
        );
    shader.fragmentShader =
      shellFragment +
      shader.fragmentShader
        .replace(
          '#include <clipping_planes_fragment>',
          '#include <clipping_planes_fragment>\nvec4 blade = meetFur();',
        )
        .replace('#include <color_fragment>', 'diffuseColor.rgb *= colorFur(blade);');
  };
  material.customProgramCacheKey = () => `aftermotion-fur-${bend}`;
  return material;
}
