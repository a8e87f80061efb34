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
import { MeshBasicNodeMaterial, MeshLambertNodeMaterial, type Node, Vector4 } from 'three/webgpu';
import type { BendForm } from '../../systems/fur/bend.ts';
import { leastPart } from '../../systems/fur/strands/coat-projection.ts';
import {
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
    dispose: () => material.dispose(),
  };
};

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
  const rooted = modelViewMatrix.mul(vec4(positionGeometry, 1)).xyz;
  const isLevel = cameraProjectionMatrix.mul(vec4(0, 0, 0, 1)).w.equal(1);
  const sight = select(isLevel, vec3(0, 0, 1), normalize(rooted.negate()));
  const rim = clamp(dot(sight, normalize(transformNormalToView(normalGeometry))).div(rimWidth), 0, 1);
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
        strand.w.mul(mix(rimShadow, 1, rim)),
      ),
    ),
    facing: varying(attribute<'vec3'>('furFacing', 'vec3')),
    layer: varying(layer).setInterpolation('flat') as unknown as Node<'vec2'>,
  };
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

function colorFur(
  { colors, shading, hasColors, colorMap }: FurSurface,
  { patch }: Shell,
  blade: Node<'vec4'>,
) {
  const towardsTip = smoothstep(Math.min(colors.tipStart, 1 - 1e-6), 1, blade.b);
  let base: Node<'vec3'> = shading.color
    ? mix(vec3(...colors.root), vec3(...colors.tip), towardsTip)
    : vec3(structureGrey);
  if (shading.color && hasColors) base = base.mul(varying(attribute<'vec3'>('furColor', 'vec3')));
  if (shading.color && colorMap) base = base.mul(texture(colorMap, mapPlace()).rgb);
  const scale = blade.g.mul(2).sub(1).mul(colors.spread).add(1);
  const shadow = blade.a.oneMinus().mul(patch.w).mul(colors.shadow).oneMinus();
  return base.mul(shading.selfShadow ? scale.mul(shadow) : scale);
}
