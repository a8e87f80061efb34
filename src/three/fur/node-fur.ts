import {
  abs,
  atan,
  attribute,
  cameraProjectionMatrix,
  clamp,
  cos,
  dFdx,
  dFdy,
  dot,
  exp2,
  Fn,
  float,
  floor,
  fract,
  instanceIndex,
  ivec2,
  length,
  log2,
  max,
  mix,
  modelViewMatrix,
  modelWorldMatrix,
  normalGeometry,
  normalize,
  positionGeometry,
  pow,
  select,
  sin,
  smoothstep,
  texture,
  transformNormalToView,
  uniform,
  uvec2,
  varying,
  vec2,
  vec3,
  vec4,
} from 'three/tsl';
import {
  type DataTexture,
  DoubleSide,
  MeshBasicNodeMaterial,
  MeshLambertNodeMaterial,
  type Node,
  Vector4,
} from 'three/webgpu';
import type { BendForm } from '../../systems/fur/bend.ts';
import { leastPart } from '../../systems/fur/strands/coat-projection.ts';
import {
  type FinMaterial,
  type FurShading,
  type FurSurface,
  normalLean,
  opacityExponent,
  rimShadow,
  rimWidth,
  skinHeight,
  structureGrey,
} from './fur-shading.ts';

/** Materials for WebGPURenderer, on both of its back ends: the same as `classicFur`'s, in nodes. */
export const nodeFur: FurShading = (surface) => {
  const layers = uniform(new Vector4(1, 2, 1, 0));
  const material = surface.shading.diffuse ? new MeshLambertNodeMaterial() : new MeshBasicNodeMaterial();
  const shell = placeShell(surface, layers);
  const { blade, isThere } = meetFur(surface, layers, shell);
  material.positionNode = shell.position;
  material.maskNode = isThere;
  if (surface.shading.diffuse) material.normalNode = normalize(shell.normal);
  material.colorNode = vec4(colorFur(surface, shell, blade), 1);
  material.receivedShadowPositionNode = varying(modelWorldMatrix.mul(vec4(shell.tip, 1)).xyz);
  return {
    surface: material,
    setLayers({ count, instances }) {
      layers.value.set(count, instances, opacityExponent(surface.sliceCount, count), 0);
    },
    createFins: (side) => createFins(surface, side),
    dispose: () => material.dispose(),
  };
};

function createFins(surface: FurSurface, side: DataTexture): FinMaterial {
  const share = uniform(1);
  const options = { side: DoubleSide };
  const { diffuse } = surface.shading;
  const material = diffuse ? new MeshLambertNodeMaterial(options) : new MeshBasicNodeMaterial(options);
  const fin = placeFin(surface, share);
  const { blade, isThere } = meetFin(surface, side, fin);
  material.positionNode = fin.position;
  material.maskNode = isThere;
  if (diffuse) material.normalNode = normalize(fin.normal);
  material.colorNode = vec4(colorBlade(surface, fin.color.rgb, fin.patch.w, blade), 1);
  material.receivedShadowPositionNode = varying(modelWorldMatrix.mul(vec4(fin.tip, 1)).xyz);
  return {
    surface: material,
    setShare(value) {
      share.value = value;
    },
    dispose: () => material.dispose(),
  };
}

// What follows says in nodes what fur-glsl.ts says; comments are there.

const offset = attribute<'vec3'>('furOffset', 'vec3');
const strand = attribute<'vec4'>('furStrand', 'vec4');

type Layers = Node<'vec4'>;

interface Shell {
  readonly position: Node<'vec3'>;
  readonly tip: Node<'vec3'>;
  readonly normal: Node<'vec3'>;
  /** Place in the tile, density, how much it shades itself. */
  readonly patch: Node<'vec4'>;
  readonly facing: Node<'vec3'>;
  /** Slice, −1 on the skin; axis of the projection. */
  readonly layer: Node<'vec2'>;
}

/** Place of a strand at height u above its root; `bendStrand` says what is what. */
export function bendNode(
  form: BendForm,
  u: Node<'float'>,
  size: Node<'float'>,
  k: Node<'float'>,
  s: Node<'vec3'>,
  n: Node<'vec3'>,
): Node<'vec3'> {
  const up = dot(s, n).toVar();
  if (form === 'arc') {
    const across = s.sub(n.mul(up)).toVar();
    const sine = length(across).toVar();
    const isUpright = sine.lessThan(1e-6);
    const part = select(isUpright, float(0), u.mul(atan(sine, up))).toVar();
    const small = part.mul(part).div(6).oneMinus();
    const chord = u
      .mul(size)
      .mul(select(part.lessThan(1e-3), small, sin(part).div(part)))
      .toVar();
    const aside = select(isUpright, float(0), chord.mul(sin(part)).div(max(sine, 1e-6)));
    return n.mul(chord.mul(cos(part))).add(across.mul(aside));
  }
  const aside = pow(u, k).mul(size).toVar();
  const upward = u.mul(size).sub(form === 'literal' ? aside : aside.mul(up));
  return n.mul(upward).add(s.mul(aside));
}

function placeShell({ bend, exponent, sliceCount }: FurSurface, layers: Layers): Shell {
  const number = float(instanceIndex);
  const isSkin = number.greaterThan(layers.y.sub(1.5));
  const u = select(isSkin, float(skinHeight / sliceCount), number.div(layers.x).oneMinus()).toVar();
  const reach = length(offset).toVar();
  const s = select(reach.lessThan(1e-9), normalGeometry, offset.div(max(reach, 1e-9))).toVar();
  const slice = clamp(floor(u.mul(sliceCount).sub(0.5)), 0, sliceCount - 1);
  const layer = vec2(select(isSkin, float(-1), slice), strand.z);
  return {
    position: Fn(() =>
      positionGeometry.add(bendNode(bend, u, strand.x, float(exponent), s, normalGeometry)),
    )() as unknown as Node<'vec3'>,
    tip: positionGeometry.add(offset),
    normal: varying(
      transformNormalToView(normalGeometry.add(s.sub(normalGeometry).mul(u.mul(normalLean(bend))))),
    ),
    patch: varying(
      vec4(
        attribute<'vec2'>('furPlace', 'vec2'),
        select(strand.x.greaterThan(0), strand.y, 0),
        strand.w.mul(shadeRim(positionGeometry, normalGeometry)),
      ),
    ),
    facing: varying(attribute<'vec3'>('furFacing', 'vec3')),
    layer: varying(layer).setInterpolation('flat') as unknown as Node<'vec2'>,
  };
}

function shadeRim(place: Node<'vec3'>, up: Node<'vec3'>): Node<'float'> {
  const seen = modelViewMatrix.mul(vec4(place, 1)).xyz;
  const isLevel = cameraProjectionMatrix.mul(vec4(0, 0, 0, 1)).w.equal(1);
  const sight = select(isLevel, vec3(0, 0, 1), normalize(seen.negate()));
  const facing = dot(sight, normalize(transformNormalToView(up))).div(rimWidth);
  return mix(rimShadow, 1, clamp(facing, 0, 1));
}

function mapPlace(): Node<'vec2'> {
  return varying(attribute<'vec2'>('furTexcoord', 'vec2'));
}

function meetFur(
  surface: FurSurface,
  layers: Layers,
  { patch, facing, layer }: Shell,
): { blade: Node<'vec4'>; isThere: Node<'bool'> } {
  const { slices, texels, skinLight, isThinned, densityMap } = surface;
  const place = patch.xy;
  const density = patch.z;
  const across = dFdx(place).mul(texels).toVar();
  const down = dFdy(place).mul(texels).toVar();
  const area = abs(across.x.mul(down.y).sub(across.y.mul(down.x)));
  const level = log2(area).mul(0.5).toVar();
  const isSkin = layer.x.lessThan(0);
  const found = texture(slices, place)
    .depth(max(layer.x, 0).toInt())
    .level(level)
    .toVar() as unknown as Node<'vec4'>;
  const cells = exp2(clamp(floor(level), -4, 8).negate()).mul(texels);
  const cell = uvec2(ivec2(floor(place.mul(cells))))
    .mul(uvec2(1597334673, 3812015801))
    .toVar();
  const mixed = cell.x.bitXor(cell.y).mul(1597334673).toVar();
  const bits = mixed.bitXor(mixed.shiftRight(15)).toVar();
  const chance = float(bits.shiftRight(16)).div(65536);
  const tone = select(level.greaterThan(1.5), float(bits.bitAnd(65535)).div(65536), found.g).toVar();
  const part = vec3(facing.x, abs(facing.y), abs(facing.z)).sub(length(facing).mul(leastPart));
  const root = max(part, 0).toVar();
  const over = root.mul(root).mul(root).toVar();
  const all = over.x.add(over.y).add(over.z);
  const from = select(layer.y.equal(0), float(0), select(layer.y.equal(1), over.y, over.y.add(over.z)));
  const dealt = tone.mul(all).sub(from).toVar();
  const isForeign = dealt.lessThan(0).or(dealt.greaterThanEqual(over.x));
  const least = mix(float(0.4), chance, clamp(level.add(1.5), 0, 1));
  const isHole = isForeign.or(pow(found.r.oneMinus(), layers.z).greaterThanEqual(least.oneMinus()));
  const blade = select(isSkin, vec4(1, 0.5, 0, skinLight), found).toVar();
  if (!isThinned && !densityMap) return { blade, isThere: isSkin.or(isHole.not()) };
  const share = densityMap ? density.mul(texture(densityMap, mapPlace()).g).toVar() : density;
  const isLeftOut = share.lessThan(1).and(fract(tone.mul(13.37).add(0.5)).greaterThanEqual(share));
  const isGone = select(isSkin, share.lessThan(0.5), isHole.or(isLeftOut));
  return { blade, isThere: (isGone as unknown as Node<'bool'>).not() };
}

/** Random bits of a cell of the tile. */
function drawBits(texel: Node<'vec2'>, level: Node<'float'>): Node<'uint'> {
  const scaled = texel.mul(exp2(clamp(floor(level), -4, 8).negate()));
  const cell = uvec2(ivec2(floor(scaled)))
    .mul(uvec2(1597334673, 3812015801))
    .toVar();
  const mixed = cell.x.bitXor(cell.y).mul(1597334673).toVar();
  return mixed.bitXor(mixed.shiftRight(15)).toVar() as unknown as Node<'uint'>;
}

function colorFur(surface: FurSurface, { patch }: Shell, blade: Node<'vec4'>): Node<'vec3'> {
  let tint: Node<'vec3'> = vec3(1);
  if (surface.hasColors) tint = tint.mul(varying(attribute<'vec3'>('furColor', 'vec3')));
  if (surface.colorMap) tint = tint.mul(texture(surface.colorMap, mapPlace()).rgb);
  return colorBlade(surface, tint, patch.w, blade);
}

function colorBlade(
  { colors, shading }: FurSurface,
  tint: Node<'vec3'>,
  shade: Node<'float'>,
  blade: Node<'vec4'>,
): Node<'vec3'> {
  const towardsTip = smoothstep(Math.min(colors.tipStart, 1 - 1e-6), 1, blade.b);
  const base = shading.color
    ? mix(vec3(...colors.root), vec3(...colors.tip), towardsTip).mul(tint)
    : vec3(structureGrey);
  const scale = blade.g.mul(2).sub(1).mul(colors.spread).add(1);
  const shadow = blade.a.oneMinus().mul(shade).mul(colors.shadow).oneMinus();
  return base.mul(shading.selfShadow ? scale.mul(shadow) : scale);
}

interface Fin {
  readonly position: Node<'vec3'>;
  readonly tip: Node<'vec3'>;
  readonly normal: Node<'vec3'>;
  /** Place along the tile, height, density, how much it shades itself. */
  readonly patch: Node<'vec4'>;
  readonly color: Node<'vec4'>;
}

function placeFin({ bend, exponent, longest }: FurSurface, share: Node<'float'>): Fin {
  const part = (name: string) => attribute<'vec4'>(name, 'vec4');
  const isA = positionGeometry.x.lessThan(0.5);
  const root = select(isA, part('finRootA'), part('finRootB')).toVar();
  const up = select(isA, part('finNormalA'), part('finNormalB')).toVar();
  const offset = select(isA, part('finOffsetA'), part('finOffsetB')).xyz.toVar();
  const tint = part('finTint');
  const reach = length(offset).toVar();
  const s = select(reach.lessThan(1e-9), up.xyz, offset.div(max(reach, 1e-9))).toVar();
  const u = positionGeometry.y;
  const along = part('finOffsetB').w.add(positionGeometry.x.mul(tint.w));
  return {
    position: Fn(() =>
      root.xyz.add(bendNode(bend, u, root.w, float(exponent), s, up.xyz)),
    )() as unknown as Node<'vec3'>,
    tip: root.xyz.add(offset),
    normal: varying(transformNormalToView(up.xyz.add(s.sub(up.xyz).mul(u.mul(normalLean(bend)))))),
    patch: varying(
      vec4(
        along,
        u,
        select(root.w.greaterThan(0), up.w, 0),
        root.w.div(longest).mul(shadeRim(root.xyz, up.xyz)),
      ),
    ),
    color: varying(vec4(tint.rgb, part('finOffsetA').w.mul(share))),
  };
}

function meetFin({ texels, sliceCount }: FurSurface, side: DataTexture, { patch, color }: Fin) {
  const texel = patch.xy.mul(vec2(texels, sliceCount)).toVar();
  const across = dFdx(texel).toVar();
  const down = dFdy(texel).toVar();
  const level = log2(abs(across.x.mul(down.y).sub(across.y.mul(down.x))))
    .mul(0.5)
    .toVar();
  const blade = texture(side, patch.xy).level(level).toVar() as unknown as Node<'vec4'>;
  const bits = drawBits(texel, level);
  const chance = float(bits.shiftRight(16)).div(65536);
  const least = mix(float(0.4), chance, clamp(level.add(1.5), 0, 1));
  const tone = select(level.greaterThan(1.5), float(bits.bitAnd(65535)).div(65536), blade.g);
  const isLeftOut = fract(tone.mul(13.37).add(0.5)).greaterThanEqual(patch.z.mul(color.a));
  return { blade, isThere: blade.r.lessThanEqual(least).or(isLeftOut).not() as unknown as Node<'bool'> };
}
