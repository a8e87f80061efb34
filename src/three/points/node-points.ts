import {
  abs,
  attribute,
  bool,
  cameraFar,
  cameraNear,
  cameraProjectionMatrix,
  cameraViewMatrix,
  cameraWorldMatrix,
  cos,
  cross,
  dFdx,
  dFdy,
  diffuseColor,
  dot,
  exp,
  Fn,
  float,
  floor,
  fract,
  inverseSqrt,
  length,
  materialColor,
  materialRoughness,
  max,
  mix,
  modelWorldMatrix,
  modelWorldMatrixInverse,
  normalGeometry,
  normalize,
  normalLocal,
  normalView,
  positionGeometry,
  pow,
  screenCoordinate,
  screenSize,
  select,
  sin,
  sqrt,
  step,
  tangentGeometry,
  tangentLocal,
  uniform,
  varying,
  vec2,
  vec3,
  vec4,
  viewZToLogarithmicDepth,
} from 'three/tsl';
import {
  AdditiveBlending,
  DoubleSide,
  LightingModel,
  type LightingModelDirectInput,
  MeshBasicNodeMaterial,
  MeshStandardNodeMaterial,
  type Node,
  type NodeBuilder,
  type OrthographicCamera,
  WebGLCoordinateSystem,
} from 'three/webgpu';
import {
  minPixels,
  type PointsKind,
  type PointsShading,
  reaches,
  surfaceDefaults,
} from './points-shading.ts';

/** Creates materials for WebGPURenderer, on both of its back ends. They do the same as those of `classicPoints`, in nodes. */
export const nodePoints: PointsShading = (kind, properties) => {
  const time = uniform(0);
  const surface = createSurface(kind, properties ?? {}, time);
  return {
    surface,
    setTime(value) {
      time.value = value;
    },
    dispose: () => surface.dispose(),
  };
};

type Surface = MeshStandardNodeMaterial | MeshBasicNodeMaterial;

function createSurface(kind: PointsKind, properties: object, time: Node<'float'>): Surface {
  const all = { ...surfaceDefaults[kind], ...properties };
  switch (kind) {
    case 'sphere':
      return dressSphere(new MeshStandardNodeMaterial(all), time);
    case 'smoke':
      return dressSmoke(new MeshStandardNodeMaterial({ ...all, transparent: true, depthWrite: false }), time);
    case 'ember':
      return dressEmber(
        new MeshBasicNodeMaterial({
          blending: AdditiveBlending,
          transparent: true,
          depthWrite: false,
          fog: false,
        }),
        time,
      );
    case 'disc':
      return dressSolid(new MeshStandardNodeMaterial({ side: DoubleSide, ...all }), true);
    case 'solid':
      return dressSolid(new MeshStandardNodeMaterial(all), false);
  }
}

// The following nodes do the same as the code of points-glsl.ts, which has the comments.

const place = attribute<'vec4'>('pointPosition', 'vec4');
const color = attribute<'vec4'>('pointColor', 'vec4');
const seed = attribute<'float'>('pointSeed', 'float');
const isLevel = cameraProjectionMatrix.mul(vec4(0, 0, 0, 1)).w.equal(1);

function readTint(opacity: Node<'float'>): Node<'vec4'> {
  const screen = color.rgb;
  const light = mix(
    screen.div(12.92),
    pow(screen.add(0.055).div(1.055), vec3(2.4)),
    step(vec3(0.04045), screen),
  );
  return varying(vec4(light, color.a.mul(opacity)));
}

interface Card {
  readonly position: Node<'vec3'>;
  readonly tint: Node<'vec4'>;
  readonly chance: Node<'float'>;
  readonly middle: Node<'vec3'>;
  readonly radius: Node<'float'>;
  readonly offset: Node<'vec3'>;
}

function createCard(kind: PointsKind, time: Node<'float'>): Card {
  const flicker = (pace: number) => {
    const turn = fract(seed.mul(37)).mul(6.2831853);
    const rate = fract(seed.mul(113)).mul(0.8).add(0.6).mul(pace);
    const slow = sin(time.mul(rate).mul(0.37).add(turn.mul(2)));
    return sin(time.mul(rate).add(turn)).mul(slow).mul(0.5).add(0.5);
  };
  const isEmber = kind === 'ember';
  const center = cameraViewMatrix.mul(modelWorldMatrix.mul(vec4(place.xyz, 1))).xyz.toVar();
  const scale = length(modelWorldMatrix.mul(vec4(1, 0, 0, 0)).xyz);
  const size = isEmber ? flicker(5).mul(0.2).add(0.8) : float(1);
  const own = place.w.mul(reaches[kind]).mul(scale).mul(size).toVar();
  const away = select(isLevel, float(1), max(0, center.z.negate()));
  const perspective = cameraProjectionMatrix.mul(vec4(0, 1, 0, 0)).y;
  const minSize = away.mul(minPixels).div(perspective.mul(screenSize.y));
  const drawn = max(own, minSize).toVar();
  const facing = select(isLevel, vec3(0, 0, 1), normalize(center.negate())).toVar();
  const fraction = drawn.div(max(length(center), 1e-9));
  const wider = select(isLevel, float(1), inverseSqrt(max(0.05, fraction.mul(fraction).oneMinus())));
  const right = normalize(cross(vec3(0, 1, 0), facing)).toVar();
  const up = cross(facing, right);
  const corner = positionGeometry;
  const offset = right.mul(corner.x).add(up.mul(corner.y)).mul(drawn).mul(wider).toVar();
  const view = vec4(center.add(offset), 1);
  const faint = own.mul(own).div(max(drawn.mul(drawn), 1e-30));
  const bright = isEmber ? flicker(11).mul(0.65).add(0.35) : float(1);
  const blends = isEmber || kind === 'smoke';
  return {
    position: modelWorldMatrixInverse.mul(cameraWorldMatrix.mul(view)).xyz,
    tint: readTint(blends ? faint.mul(bright) : float(1)),
    chance: varying(seed),
    middle: varying(center),
    radius: varying(drawn),
    offset: varying(offset),
  };
}

function isHole(tint: Node<'vec4'>, chance: Node<'float'>): Node<'bool'> {
  const pixel = screenCoordinate.xy.add(floor(chance.mul(64)).mul(61));
  const threshold = fract(fract(dot(pixel, vec2(0.06711056, 0.00583715))).mul(52.9829189));
  return tint.a.lessThan(1).and(tint.a.lessThanEqual(threshold));
}

function dressSphere(surface: MeshStandardNodeMaterial, time: Node<'float'>): Surface {
  const { position, tint, chance, middle, radius, offset } = createCard('sphere', time);
  const sight = select(isLevel, vec3(0, 0, -1), normalize(middle.add(offset))).toVar();
  const across = offset.sub(sight.mul(dot(offset, sight))).toVar();
  const inside = radius.mul(radius).sub(dot(across, across)).toVar();
  const outward = (side: Node<'float'>) => across.add(sight.mul(sqrt(max(0, inside)).mul(side)));
  const normal = outward(float(-1)).div(radius).toVar();
  surface.positionNode = position;
  surface.maskNode = inside.greaterThanEqual(0).and(isHole(tint, chance).not());
  surface.colorNode = vec4(materialColor.rgb.mul(tint.rgb), 1);
  surface.normalNode = normal;
  const change = max(abs(dFdx(normal)), abs(dFdy(normal)));
  surface.roughnessNode = max(materialRoughness, 0.0525).add(max(max(change.x, change.y), change.z));
  surface.depthNode = Fn((builder: NodeBuilder) => {
    const { material } = builder as NodeBuilder & { material: unknown };
    // Shadow maps use another material, for which the back of the ball is drawn.
    const hit = middle.add(outward(float(material === surface ? -1 : 1)));
    return toDepth(builder, hit);
  })() as unknown as Node<'float'>;
  return surface;
}

function toDepth({ renderer, camera }: NodeBuilder, hit: Node<'vec3'>): Node<'float'> {
  const { logarithmicDepthBuffer, reversedDepthBuffer, coordinateSystem } = renderer as unknown as {
    logarithmicDepthBuffer: boolean;
    reversedDepthBuffer: boolean;
    coordinateSystem: number;
  };
  const clip = cameraProjectionMatrix.mul(vec4(hit, 1));
  const depth = clip.z.div(clip.w);
  if (logarithmicDepthBuffer && !(camera as Partial<OrthographicCamera>).isOrthographicCamera) {
    return viewZToLogarithmicDepth(hit.z, cameraNear, cameraFar);
  }
  return coordinateSystem === WebGLCoordinateSystem && !reversedDepthBuffer ? depth.mul(0.5).add(0.5) : depth;
}

function dressSmoke(surface: MeshStandardNodeMaterial, time: Node<'float'>): Surface {
  const { position, tint, chance, middle, radius, offset } = createCard('smoke', time);
  const from = offset.div(radius).toVar();
  const out = dot(from, from).toVar();
  const turn = chance.mul(6.2831853).toVar();
  const spot = vec2(
    from.x.mul(cos(turn)).sub(from.y.mul(sin(turn))),
    from.x.mul(sin(turn)).add(from.y.mul(cos(turn))),
  )
    .mul(3.1)
    .toVar();
  const lumps = sin(spot.x.add(sin(spot.y.add(turn)).mul(1.7))).mul(
    sin(spot.y.sub(sin(spot.x.mul(1.4).add(turn.mul(2))).mul(1.3))),
  );
  const thickness = out.oneMinus().mul(out.oneMinus()).mul(lumps.mul(0.3).add(1));
  const above = cameraViewMatrix.mul(vec4(0, 1, 0, 0)).xyz;
  surface.positionNode = position;
  surface.maskNode = out.lessThan(1);
  surface.colorNode = vec4(materialColor.rgb.mul(tint.rgb), tint.a.mul(thickness));
  surface.normalNode = normalize(from.mul(0.5).add(above.mul(0.5)).add(normalize(middle.negate())));
  Object.assign(surface, { setupLightingModel: () => new SmokeLight() });
  return surface;
}

/** Computes light in smoke, see `smokeLight` in points-glsl.ts. */
class SmokeLight extends LightingModel {
  override direct({ lightDirection, lightColor, reflectedLight }: LightingModelDirectInput): void {
    const fraction = dot(normalView, lightDirection as Node<'vec3'>)
      .mul(0.35)
      .add(0.65);
    addDiffuse(reflectedLight.directDiffuse, (lightColor as Node<'vec3'>).mul(fraction));
  }

  override indirect(builder: NodeBuilder): void {
    const { irradiance, iblIrradiance, reflectedLight } = builder.context as unknown as Record<
      'irradiance' | 'iblIrradiance',
      Node<'vec3'> | undefined
    > & { reflectedLight: LightingModelDirectInput['reflectedLight'] };
    if (irradiance) addDiffuse(reflectedLight.indirectDiffuse, irradiance);
    if (iblIrradiance) addDiffuse(reflectedLight.indirectDiffuse, iblIrradiance);
  }
}

function addDiffuse(sum: Node, light: Node<'vec3'>): void {
  (sum as Node<'vec3'>).addAssign(light.mul(diffuseColor.rgb).mul(1 / Math.PI));
}

function dressEmber(surface: MeshBasicNodeMaterial, time: Node<'float'>): Surface {
  const { position, tint, radius, offset } = createCard('ember', time);
  const from = offset.div(radius);
  const out = dot(from, from).toVar();
  const edge = out.oneMinus().mul(out.oneMinus());
  const heart = exp(out.mul(-22));
  const halo = exp(out.mul(-5)).mul(0.35);
  const hot = mix(tint.rgb, vec3(1), 0.45);
  surface.positionNode = position;
  surface.maskNode = out.lessThan(1);
  surface.colorNode = vec4(tint.rgb.mul(halo).add(hot.mul(heart).mul(2.2)).mul(edge), tint.a);
  return surface;
}

function dressSolid(surface: MeshStandardNodeMaterial, isDisc: boolean): Surface {
  const quaternion = normalize(attribute<'vec4'>('pointTurn', 'vec4')).toVar();
  const turned = (from: Node<'vec3'>) => {
    const once = cross(quaternion.xyz, from).add(from.mul(quaternion.w));
    return from.add(cross(quaternion.xyz, once).mul(2));
  };
  const tint = readTint(float(1));
  const corner = varying(positionGeometry.xy.mul(2));
  const isInside = isDisc ? dot(corner, corner).lessThanEqual(1) : bool(true);
  surface.positionNode = Fn((builder: NodeBuilder) => {
    if (builder.geometry.hasAttribute('normal')) normalLocal.assign(turned(normalGeometry));
    if (builder.geometry.hasAttribute('tangent')) tangentLocal.assign(turned(tangentGeometry.xyz));
    return place.xyz.add(turned(positionGeometry.mul(place.w)));
  })() as unknown as Node<'vec3'>;
  surface.maskNode = isInside.and(isHole(tint, varying(seed)).not());
  surface.colorNode = vec4(materialColor.rgb.mul(tint.rgb), 1);
  return surface;
}
