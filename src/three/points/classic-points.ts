import {
  AdditiveBlending,
  DoubleSide,
  type Material,
  MeshBasicMaterial,
  MeshDepthMaterial,
  MeshDistanceMaterial,
  MeshStandardMaterial,
  RGBADepthPacking,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import {
  ballFragment,
  cardVertex,
  emberFragment,
  fade,
  smokeFragment,
  smokeLight,
  solidFragment,
  solidVertex,
} from './points-glsl.ts';
import { type PointsKind, type PointsShading, reaches, surfaceDefaults } from './points-shading.ts';

type Shader = Pick<WebGLProgramParametersWithUniforms, 'uniforms' | 'vertexShader' | 'fragmentShader'>;

/**
 * Creates materials for the classic WebGLRenderer. They are derived from MeshStandardMaterial, so lights, shadows, environment and fog work
 * as usual.
 */
export const classicPoints: PointsShading = (kind, properties) => {
  const uniforms = {
    pointRows: { value: 0 },
    pointTime: { value: 0 },
    pointFlickers: { value: kind === 'ember' },
  };
  const surface = prepare(createSurface(kind, properties), kind, uniforms, -1);
  const made: Material[] = [surface];
  const shadow = <Kind extends Material>(material: Kind): Kind => {
    made.push(material);
    return prepare(material, kind, uniforms, 1);
  };
  const casts = kind !== 'smoke' && kind !== 'ember';
  return {
    surface,
    depth: casts ? shadow(new MeshDepthMaterial({ depthPacking: RGBADepthPacking })) : undefined,
    distance: casts ? shadow(new MeshDistanceMaterial()) : undefined,
    setTime(time) {
      uniforms.pointTime.value = time;
    },
    setRows(rows) {
      uniforms.pointRows.value = rows;
    },
    dispose() {
      for (const material of made) material.dispose();
    },
  };
};

function createSurface(kind: PointsKind, properties: Parameters<PointsShading>[1]): Material {
  const all = { ...surfaceDefaults[kind], ...properties };
  switch (kind) {
    case 'ember':
      return new MeshBasicMaterial({
        blending: AdditiveBlending,
        transparent: true,
        depthWrite: false,
        fog: false,
      });
    case 'smoke':
      return new MeshStandardMaterial({ ...all, transparent: true, depthWrite: false });
    case 'disc':
      return new MeshStandardMaterial({ side: DoubleSide, ...all });
    default:
      return new MeshStandardMaterial(all);
  }
}

/** The first instructions of a fragment shader. `SIDE`: the side of a ball on which the fragment lies. */
const starts: Readonly<Record<PointsKind, string>> = {
  sphere: 'meetBall(SIDE);',
  disc: 'meetDisc();',
  solid: 'meetSolid();',
  smoke: 'meetPuff();',
  ember: '',
};

const colors: Readonly<Record<PointsKind, string>> = {
  sphere: 'diffuseColor.rgb *= pointTint.rgb;',
  disc: 'diffuseColor.rgb *= pointTint.rgb;',
  solid: 'diffuseColor.rgb *= pointTint.rgb;',
  smoke: 'diffuseColor *= pointTint;\ndiffuseColor.a *= puffThickness;',
  ember: 'diffuseColor = vec4(sparkLight(), pointTint.a);',
};

const fragments: Readonly<Record<PointsKind, string>> = {
  sphere: ballFragment,
  disc: solidFragment,
  solid: solidFragment,
  smoke: smokeFragment,
  ember: emberFragment,
};

/** Adapts a material to a kind. In shadow maps, the back of a ball is drawn, as three.js does for closed surfaces. */
function prepare<Kind extends Material>(
  material: Kind,
  kind: PointsKind,
  uniforms: Shader['uniforms'],
  side: -1 | 1,
): Kind {
  const isCard = kind !== 'solid' && kind !== 'disc';
  material.onBeforeCompile = (shader: Shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = isCard ? intoCard(shader.vertexShader, kind) : intoSolid(shader.vertexShader);
    const fragment = shader.fragmentShader
      .replace('#include <clipping_planes_fragment>', `#include <clipping_planes_fragment>\n${starts[kind]}`)
      .replace('#include <color_fragment>', `#include <color_fragment>\n${colors[kind]}`);
    const whole = isCard ? intoCardFragment(fragment, kind) : fragment;
    shader.fragmentShader = (fragments[kind] + whole).replace('(SIDE)', `(${side.toFixed(1)})`);
  };
  material.customProgramCacheKey = () => `aftermotion-points-${kind}-${side}`;
  return material;
}

function intoCard(vertex: string, kind: PointsKind): string {
  const fades = kind === 'smoke' || kind === 'ember';
  return (
    cardVertex.replace('POINT_FADES', fades ? fade : '').replace('POINT_REACH', reaches[kind].toFixed(2)) +
    vertex
      .replace('#include <uv_vertex>', '#include <uv_vertex>\nplacePoint();')
      .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = vec3(0.0, 0.0, 1.0);')
      .replace('#include <defaultnormal_vertex>', 'vec3 transformedNormal = pointFacing;')
      .replace('#include <begin_vertex>', 'vec3 transformed = pointPosition.xyz;')
      .replace(
        '#include <project_vertex>',
        `vec4 mvPosition = vec4(pointBall.xyz + pointOffset, 1.0);
gl_Position = projectionMatrix * mvPosition;`,
      )
      .replace(
        '#include <worldpos_vertex>',
        'vec4 worldPosition = vec4(transpose(mat3(viewMatrix)) * (mvPosition.xyz - viewMatrix[3].xyz), 1.0);',
      )
  );
}

function intoCardFragment(fragment: string, kind: PointsKind): string {
  const light = '#include <lights_physical_pars_fragment>';
  return (
    fragment
      .replace(
        '#include <normal_fragment_begin>',
        'float faceDirection = 1.0;\nvec3 normal = pointNormal;\nvec3 nonPerturbedNormal = normal;',
      )
      .replace(light, kind === 'smoke' ? light + smokeLight : light)
      // This is for shadows whose depth is not that of the depth buffer.
      .replaceAll('vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ]', 'pointDepth.x / pointDepth.y')
      .replace('length( vWorldPosition - referencePosition )', 'length( pointHit )')
  );
}

function intoSolid(vertex: string): string {
  return (
    solidVertex +
    vertex
      .replace('#include <uv_vertex>', '#include <uv_vertex>\nplacePoint();')
      .replace(
        '#include <beginnormal_vertex>',
        `#include <beginnormal_vertex>
objectNormal = turnPoint(objectNormal);
#ifdef USE_TANGENT
objectTangent = turnPoint(objectTangent);
#endif`,
      )
      .replace(
        '#include <begin_vertex>',
        'vec3 transformed = pointPosition.xyz + turnPoint(position * pointPosition.w);',
      )
  );
}
