import {
  abs,
  atan,
  attribute,
  Break,
  cameraProjectionMatrix,
  clamp,
  cos,
  cross,
  dFdx,
  dFdy,
  diffuseColor,
  dot,
  exp2,
  Fn,
  float,
  floatBitsToInt,
  floor,
  fract,
  If,
  instanceIndex,
  int,
  intBitsToFloat,
  ivec2,
  Loop,
  length,
  log2,
  max,
  min,
  mix,
  modelViewMatrix,
  modelWorldMatrix,
  normalGeometry,
  normalize,
  normalView,
  positionGeometry,
  positionViewDirection,
  pow,
  screenSize,
  select,
  sin,
  smoothstep,
  sqrt,
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
  FrontSide,
  type LightingModelDirectInput,
  MeshBasicNodeMaterial,
  MeshLambertNodeMaterial,
  type Node,
  type NodeBuilder,
  PhongLightingModel,
  Vector2,
} from 'three/webgpu';
import type { BendForm } from '../../coats/bend.ts';
import { jitterFactors, strandLobes } from '../../coats/blades/strand-lobes.ts';
import {
  type FinMaterial,
  type FurShading,
  type FurSurface,
  normalLean,
  opacityExponent,
  rimShadow,
  rimWidth,
  shellsTogether,
  shines,
  skinHeight,
  structureGrey,
} from './fur-shading.ts';

/** Creates materials for WebGPURenderer, on both of its back ends. They do the same as those of `classicFur`, in nodes. */
export const nodeFur: FurShading = (surface) => {
  const layers = uniform(new Vector2(1, 1));
  const material = surface.shading.diffuse ? new MeshLambertNodeMaterial() : new MeshBasicNodeMaterial();
  material.shadowSide = FrontSide;
  const shell = placeShell(surface, layers);
  const { blade, isThere } = meetFur(surface, layers, shell);
  material.positionNode = shell.position;
  material.maskNode = isThere;
  if (surface.shading.diffuse) material.normalNode = normalize(shell.normal);
  material.colorNode = vec4(colorFur(surface, shell, blade), 1);
  if (shines(surface))
    material.setupLightingModel = () => new StrandLighting(surface, shell.tangent, blade, shell.patch.w);
  material.receivedShadowPositionNode = varying(modelWorldMatrix.mul(vec4(shell.tip, 1)).xyz);
  return {
    surface: material,
    setLayers({ count }) {
      layers.value.set(count, opacityExponent(surface.sliceCount, count));
    },
    createFins: (side) => createFins(surface, side),
    dispose: () => material.dispose(),
  };
};

function createFins(surface: FurSurface, side: DataTexture): FinMaterial {
  const fraction = uniform(1);
  const options = { side: DoubleSide };
  const { diffuse } = surface.shading;
  const material = diffuse ? new MeshLambertNodeMaterial(options) : new MeshBasicNodeMaterial(options);
  const fin = placeFin(surface, fraction);
  const { blade, isThere } = meetFin(surface, side, fin);
  material.positionNode = fin.position;
  material.maskNode = isThere;
  if (diffuse) material.normalNode = normalize(fin.normal);
  material.colorNode = vec4(colorBlade(surface, fin.color.rgb, fin.patch.w, blade), 1);
  if (shines(surface))
    material.setupLightingModel = () => new StrandLighting(surface, fin.tangent, blade, fin.patch.w);
  material.receivedShadowPositionNode = varying(modelWorldMatrix.mul(vec4(fin.tip, 1)).xyz);
  return {
    surface: material,
    setShare(value) {
      fraction.value = value;
    },
    dispose: () => material.dispose(),
  };
}

// The following nodes do the same as the code of fur-glsl.ts, which has the comments.

const offset = attribute<'vec3'>('furOffset', 'vec3');
const strand = attribute<'vec3'>('furStrand', 'vec3');

/** Number of shells over the height, and number of slices between two shells. */
type Layers = Node<'vec2'>;

interface Shell {
  readonly position: Node<'vec3'>;
  readonly tip: Node<'vec3'>;
  readonly normal: Node<'vec3'>;
  /** Direction of the strand, in view space. */
  readonly tangent: Node<'vec3'>;
  /** Position in the tile, density, amount of self-shadowing. */
  readonly patch: Node<'vec4'>;
  /**
   * The range of tones that this projection shows: min, and upper end. Then pixels of the picture from the next shell below to
   * this one.
   */
  readonly dealt: Node<'vec4'>;
  /** Squared cosine between normal and view direction: 0 on the silhouette. */
  readonly outline: Node<'float'>;
  /** Slice, and number of slices between two shells. */
  readonly slice: Node<'vec2'>;
}

/** Returns the position of a strand at height u above its root. `bendStrand` explains the variables. */
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

/** Returns the direction of a strand at height u. `bendStrand` explains the variables. */
function leanTangent(form: BendForm, u: Node<'float'>, s: Node<'vec3'>, n: Node<'vec3'>): Node<'vec3'> {
  if (form !== 'arc') return mix(n, s, u);
  return Fn(() => {
    const up = dot(s, n).toVar();
    const across = s.sub(n.mul(up)).toVar();
    const sine = length(across).toVar();
    const angle = select(sine.lessThan(1e-6), float(0), u.mul(2).mul(atan(sine, up))).toVar();
    return n.mul(cos(angle)).add(across.mul(sin(angle).div(max(sine, 1e-6))));
  })() as unknown as Node<'vec3'>;
}

/** Lambert's law, with the light of `shineStrand` in addition. */
class StrandLighting extends PhongLightingModel {
  constructor(
    private readonly surface: FurSurface,
    private readonly tangent: Node<'vec3'>,
    private readonly blade: Node<'vec4'>,
    private readonly shade: Node<'float'>,
  ) {
    super(false);
  }

  override direct(input: LightingModelDirectInput, builder: NodeBuilder): void {
    super.direct(input, builder);
    const { surface, blade, shade } = this;
    const { colors } = surface;
    const c = strandLobes;
    const toLight = input.lightDirection as unknown as Node<'vec3'>;
    const lamp = input.lightColor as unknown as Node<'vec3'>;
    const tangent = normalize(this.tangent).toVar();
    const aside = fract(vec3(...jitterFactors).mul(blade.g))
      .mul(2)
      .sub(1)
      .mul(c.jitter)
      .toVar();
    const halfway = normalize(toLight.add(positionViewDirection)).toVar();
    const lobe = (shift: number, exponent: number) => {
      const along = dot(normalize(tangent.add(normalView.mul(shift)).add(aside)), halfway).toVar();
      return pow(sqrt(max(along.mul(along).oneMinus(), 0)), exponent).mul(smoothstep(-1, 0, along));
    };
    const facing = smoothstep(-c.fade, c.fade, dot(normalView, toLight)).mul(
      shadeBlade(surface, shade, blade),
    );
    const outer = lobe(c.surfaceShift, c.surfaceExponent)
      .mul(sqrt(shade))
      .mul(colors.gloss * c.surfaceStrength);
    const inner = lobe(c.innerShift, c.innerExponent).mul(colors.gloss * c.innerStrength);
    const through = length(cross(tangent, toLight))
      .mul(pow(max(dot(toLight, positionViewDirection).negate(), 0), c.throughExponent))
      .mul(colors.translucency * c.throughStrength);
    const light = diffuseColor.rgb.mul(inner.add(through)).add(outer).mul(lamp).mul(facing).div(Math.PI);
    (input.reflectedLight.directDiffuse as unknown as Node<'vec3'>).addAssign(light);
  }
}

function placeShell({ bend, exponent, sliceCount }: FurSurface, layers: Layers): Shell {
  const first = float(instanceIndex).mul(shellsTogether).div(layers.x);
  const u = max(first.oneMinus(), skinHeight / sliceCount).toVar();
  const below = max(u.sub(float(shellsTogether - 1).div(layers.x)), 0).toVar();
  const reach = length(offset).toVar();
  const s = select(reach.lessThan(1e-9), normalGeometry, offset.div(max(reach, 1e-9))).toVar();
  // A strand is shorter where the skin shrinks to nothing, see shownLength.
  const size = min(strand.x, reach.mul(2)).toVar();
  const bendTo = (height: Node<'float'>) =>
    Fn(() =>
      positionGeometry.add(bendNode(bend, height, size, float(exponent), s, normalGeometry)),
    )() as unknown as Node<'vec3'>;
  const position = bendTo(u).toVar();
  const apart = findOnScreen(position).sub(findOnScreen(bendTo(below)));
  const cosine = faceSight(position, normalGeometry).toVar();
  return {
    position,
    tip: positionGeometry.add(offset),
    normal: varying(
      transformNormalToView(normalGeometry.add(s.sub(normalGeometry).mul(u.mul(normalLean(bend))))),
    ),
    tangent: varying(transformNormalToView(leanTangent(bend, u, s, normalGeometry))),
    patch: varying(
      vec4(
        attribute<'vec2'>('furPosition', 'vec2'),
        select(strand.x.greaterThan(0), strand.y, 0),
        strand.z.mul(shadeRim(positionGeometry, normalGeometry)),
      ),
    ),
    dealt: varying(
      vec4(attribute<'vec2'>('furTones', 'vec2'), apart.div(max(u.sub(below).mul(layers.x), 1e-3))),
    ),
    outline: varying(cosine.mul(abs(cosine))),
    slice: varying(vec2(u.mul(sliceCount).add(0.5), float(sliceCount).div(layers.x))).setInterpolation(
      'flat',
    ) as unknown as Node<'vec2'>,
  };
}

/** Returns the position in the picture, in pixels from its middle. */
function findOnScreen(position: Node<'vec3'>): Node<'vec2'> {
  const clip = cameraProjectionMatrix.mul(modelViewMatrix.mul(vec4(position, 1))).toVar();
  return clip.xy.div(max(clip.w, 1e-6)).mul(screenSize).mul(0.5);
}

function faceSight(position: Node<'vec3'>, up: Node<'vec3'>): Node<'float'> {
  const seen = modelViewMatrix.mul(vec4(position, 1)).xyz;
  const isLevel = cameraProjectionMatrix.mul(vec4(0, 0, 0, 1)).w.equal(1);
  const sight = select(isLevel, vec3(0, 0, 1), normalize(seen.negate()));
  return dot(sight, normalize(transformNormalToView(up)));
}

function shadeRim(position: Node<'vec3'>, up: Node<'vec3'>): Node<'float'> {
  return mix(rimShadow, 1, clamp(faceSight(position, up).div(rimWidth), 0, 1));
}

function mapPosition(): Node<'vec2'> {
  return varying(attribute<'vec2'>('furTexcoord', 'vec2'));
}

function meetFur(
  surface: FurSurface,
  layers: Layers,
  { patch, dealt, outline: ownOutline, slice }: Shell,
): { blade: Node<'vec4'>; isThere: Node<'bool'> } {
  const { slices, texels, isThinned, densityMap } = surface;
  const blade = Fn(() => {
    const across = dFdx(patch.xy).toVar();
    const down = dFdy(patch.xy).toVar();
    const area = abs(across.x.mul(down.y).sub(across.y.mul(down.x)))
      .mul(texels * texels)
      .toVar();
    const bits = (floatBitsToInt(area) as unknown as Node<'int'>).toVar();
    const level = float(bits)
      .mul(0.5 / 8388608)
      .sub(63.5)
      .toVar();
    const power = int(190).sub(bits.shiftRight(24)).shiftLeft(23);
    const cells = (intBitsToFloat(power) as unknown as Node<'float'>).mul(texels).toVar();
    const blur = clamp(area.mul(2.67).sub(0.33), 0, 1).toVar();
    const toNext = vec3(across.mul(dealt.z).add(down.mul(dealt.w)), slice.y.negate()).toVar();
    const outlineToNext = dFdx(ownOutline).mul(dealt.z).add(dFdy(ownOutline).mul(dealt.w)).toVar();
    const density = (densityMap ? patch.z.mul(texture(densityMap, mapPosition()).g) : patch.z).toVar();
    const place = vec3(patch.xy, slice.x).toVar();
    const outline = ownOutline.toVar();
    // A value below 0 means that there is no blade.
    const met = vec4(-1).toVar();
    Loop(shellsTogether, () => {
      const chance = drawChance(place.xy.mul(cells)).toVar();
      const seen = texture(slices, place.xy)
        .depth(max(floor(place.z), 0).toInt())
        .level(level)
        .toVar() as unknown as Node<'vec4'>;
      const tone = select(area.greaterThan(8), fract(chance.mul(251)), seen.g).toVar();
      const minLevel = mix(float(0.4), chance, blur).mul(seen.r.mul(layers.y.sub(1)).add(1));
      let isThere = tone
        .greaterThanEqual(dealt.x)
        .and(tone.lessThan(dealt.y))
        .and(seen.r.mul(layers.y).greaterThanEqual(minLevel));
      if (isThinned || densityMap) {
        const isLeft = density.greaterThanEqual(1).or(fract(tone.mul(13.37).add(0.5)).lessThan(density));
        isThere = isThere.and(isLeft);
      }
      If(isThere, () => {
        met.assign(seen);
        Break();
      });
      place.addAssign(toNext);
      outline.addAssign(outlineToNext);
      If(outline.lessThan(0), () => {
        Break();
      });
    });
    return met;
  })().toVar() as unknown as Node<'vec4'>;
  return { blade, isThere: blade.r.greaterThanEqual(0) };
}

/** Returns the random value of each cell, 0..1. */
function drawChance(scaled: Node<'vec2'>): Node<'float'> {
  const cell = uvec2(ivec2(floor(scaled)))
    .mul(uvec2(1597334673, 3812015801))
    .toVar();
  return float(cell.x.bitXor(cell.y).mul(1597334673).shiftRight(8)).mul(1 / 16777216);
}

function colorFur(surface: FurSurface, { patch }: Shell, blade: Node<'vec4'>): Node<'vec3'> {
  let tint: Node<'vec3'> = vec3(1);
  if (surface.hasColors) tint = tint.mul(varying(attribute<'vec3'>('furColor', 'vec3')));
  if (surface.colorMap) tint = tint.mul(texture(surface.colorMap, mapPosition()).rgb);
  return colorBlade(surface, tint, patch.w, blade);
}

function colorBlade(
  surface: FurSurface,
  tint: Node<'vec3'>,
  shade: Node<'float'>,
  blade: Node<'vec4'>,
): Node<'vec3'> {
  const { colors, shading } = surface;
  const towardsTip = smoothstep(Math.min(colors.tipStart, 1 - 1e-6), 1, blade.b)
    .oneMinus()
    .mul(sqrt(shade))
    .oneMinus();
  const base = shading.color
    ? mix(vec3(...colors.root), vec3(...colors.tip), towardsTip).mul(tint)
    : vec3(structureGrey);
  const scale = blade.g.mul(2).sub(1).mul(colors.spread).add(1);
  return base.mul(scale).mul(shadeBlade(surface, shade, blade));
}

/** Returns the fraction of the light that arrives. shade: amount of self-shadowing. */
function shadeBlade(
  { colors, shading }: FurSurface,
  shade: Node<'float'>,
  blade: Node<'vec4'>,
): Node<'float'> {
  return shading.selfShadow ? blade.a.oneMinus().mul(shade).mul(colors.shadow).oneMinus() : float(1);
}

interface Fin {
  readonly position: Node<'vec3'>;
  readonly tip: Node<'vec3'>;
  readonly normal: Node<'vec3'>;
  readonly tangent: Node<'vec3'>;
  /** Position along the tile, height, density, amount of self-shadowing. */
  readonly patch: Node<'vec4'>;
  readonly color: Node<'vec4'>;
}

function placeFin({ bend, exponent, longest }: FurSurface, fraction: Node<'float'>): Fin {
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
      root.xyz.add(bendNode(bend, u, min(root.w, reach.mul(2)), float(exponent), s, up.xyz)),
    )() as unknown as Node<'vec3'>,
    tip: root.xyz.add(offset),
    normal: varying(transformNormalToView(up.xyz.add(s.sub(up.xyz).mul(u.mul(normalLean(bend)))))),
    tangent: varying(transformNormalToView(leanTangent(bend, u, s, up.xyz))),
    patch: varying(
      vec4(
        along,
        u,
        select(root.w.greaterThan(0), up.w, 0),
        root.w.div(longest).mul(shadeRim(root.xyz, up.xyz)),
      ),
    ),
    color: varying(vec4(tint.rgb, part('finOffsetA').w.mul(fraction))),
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
  const cells = exp2(clamp(floor(level), -4, 8).negate());
  const chance = drawChance(texel.mul(cells)).toVar();
  const minLevel = mix(float(0.4), chance, clamp(level.add(1.5), 0, 1));
  const tone = select(level.greaterThan(1.5), fract(chance.mul(251)), blade.g);
  const isLeftOut = fract(tone.mul(13.37).add(0.5)).greaterThanEqual(patch.z.mul(color.a));
  return { blade, isThere: blade.r.lessThanEqual(minLevel).or(isLeftOut).not() as unknown as Node<'bool'> };
}
