import {
  attribute,
  cameraViewMatrix,
  float,
  int,
  ivec2,
  max,
  mix,
  normalize,
  positionGeometry,
  sign,
  smoothstep,
  texture,
  textureLoad,
  transformNormalToView,
  uniform,
  varying,
  vec2,
  vec3,
} from 'three/tsl';
import { Color, FrontSide, MeshStandardNodeMaterial, type Node } from 'three/webgpu';
import { createGrain } from './create-grain.ts';
import { coverBits } from './ground-cover.ts';
import { type GroundLook, stoneAlbedo } from './ground-look.ts';
import { type GroundShading, type PageMaterials, type PageSource, shadowOffset } from './ground-shading.ts';

/** Creates materials for WebGPURenderer, on both of its back ends. They do the same as those of `createClassicShading`, in nodes. */
export function createNodeShading(firstLook: GroundLook): GroundShading {
  const grain = createGrain();
  const appearance = createAppearance(firstLook);
  return {
    createMaterials: (source) => createPageMaterials(source, grain, appearance),
    setLook: (look) => writeLook(appearance, look),
    dispose: () => grain.dispose(),
  };
}

/** One set of uniforms for all pages. In contrast to the classic renderer, nodes can be shared. */
type Appearance = ReturnType<typeof createAppearance>;

function createAppearance(look: GroundLook) {
  const appearance = {
    albedo: uniform(new Color()),
    pressedTint: uniform(new Color()),
    grain: uniform(0),
    bump: uniform(0),
    sparkle: uniform(0),
    cavity: uniform(0),
    roughness: uniform(0),
    pressedRoughness: uniform(0),
    wetness: uniform(0),
  };
  writeLook(appearance, look);
  return appearance;
}

function writeLook(appearance: Appearance, look: GroundLook): void {
  appearance.albedo.value.setRGB(...look.albedo);
  appearance.pressedTint.value.setRGB(...look.pressedTint);
  appearance.grain.value = look.grain;
  appearance.bump.value = look.bump;
  appearance.sparkle.value = look.sparkle;
  appearance.cavity.value = look.cavity;
  appearance.roughness.value = look.roughness;
  appearance.pressedRoughness.value = look.pressedRoughness;
  appearance.wetness.value = look.wetness;
}

function createPageMaterials(
  source: PageSource,
  grain: ReturnType<typeof createGrain>,
  appearance: Appearance,
): PageMaterials {
  const surface = new MeshStandardNodeMaterial({ metalness: 0, shadowSide: FrontSide });
  const vertex = placeVertex(source);
  surface.positionNode = vertex.position;

  // Nodes for fragments, see ground-glsl.ts.
  const point = varying(vertex.position.xz);
  const pressed = varying(vertex.pressed);
  const open = varying(vertex.open);
  const stone = varying(vertex.stone);
  const wetness = varying(vertex.wetness);
  const normal = varying(vertex.normal);
  // The product is written out, because it depends on the constructor whether mat2 takes rows or columns.
  const turn = (cosine: number, sine: number) =>
    vec2(point.x.mul(cosine).sub(point.y.mul(sine)), point.x.mul(sine).add(point.y.mul(cosine)));
  const sample = (at: Node<'vec2'>) => texture(grain, at).mul(2).sub(1);
  const fine = sample(point.mul(4.9)).toVar();
  const middle = sample(turn(0.8, 0.6).mul(0.65)).toVar();
  const coarse = sample(turn(0.6, -0.8).mul(0.083)).toVar();
  const tone = fine.r.add(middle.r.mul(0.55)).add(coarse.r.mul(0.5)).mul(appearance.grain).add(1);
  const wet = smoothstep(-0.25, 0.5, middle.r.add(coarse.r).add(pressed.mul(0.5)))
    .mul(appearance.wetness)
    .mul(smoothstep(0.4, 0.9, normal.y))
    .toVar();

  const loose = mix(vec3(1), appearance.pressedTint, pressed).mul(appearance.albedo);
  const own = loose.add(
    vec3(...stoneAlbedo)
      .sub(loose)
      .mul(stone),
  );
  surface.colorNode = own
    .mul(tone)
    .mul(wetness.mul(-0.52).add(1))
    .mul(wet.mul(-0.35).add(1))
    .mul(mix(float(1), open, appearance.cavity))
    .add(appearance.sparkle.mul(stone.oneMinus()).mul(max(0, fine.a)));
  const rough = mix(appearance.roughness, appearance.pressedRoughness, pressed.mul(normal.y));
  surface.roughnessNode = mix(mix(rough, float(0.16), wet), float(0.34), wetness);
  const slope = vec2(fine.g, fine.b)
    .add(vec2(middle.g, middle.b).mul(0.6))
    .add(vec2(coarse.g, coarse.b).mul(0.5))
    .mul(appearance.bump)
    .mul(pressed.mul(-0.45).add(1))
    .mul(wet.mul(-0.7).add(1))
    .mul(wetness.mul(-0.6).add(1));
  const bump = cameraViewMatrix.transformDirection(vec3(slope.x, 0, slope.y)).mul(slope.length());
  surface.normalNode = normalize(transformNormalToView(normalize(normal)).sub(bump));

  return {
    surface,
    setUp(mesh) {
      // All objects that cast shadows share the light's material, so the material is changed only during one call.
      mesh.onBeforeShadow = (_renderer, _object, _camera, _shadowCamera, _geometry, material) =>
        Object.assign(material, shadowOffset);
      mesh.onAfterShadow = (_renderer, _object, _camera, _shadowCamera, _geometry, material) =>
        Object.assign(material, { polygonOffset: false, polygonOffsetFactor: 0, polygonOffsetUnits: 0 });
    },
    setLook: (look) => writeLook(appearance, look),
    dispose: () => surface.dispose(),
  };
}

/** Computes the position of a vertex, see ground-glsl.ts. */
function placeVertex({ texture: heights, shape, cell, datum, heightUnit, hasCover }: PageSource) {
  const place = attribute<'vec4'>('place', 'vec4');
  const corner = positionGeometry;
  const column = int(corner.x).add(shape.border).toVar();
  const row = int(corner.z).add(shape.border).toVar();
  const spacing = place.w.mul(cell);
  const texelAt = (di: number, dj: number) =>
    textureLoad(heights, ivec2(column.add(di), row.add(dj))).depth(int(place.z)).r;
  const levelAt = (di: number, dj: number) =>
    hasCover ? int(texelAt(di, dj)).bitAnd(~coverBits) : texelAt(di, dj);
  const heightAt = (di: number, dj: number) => float(levelAt(di, dj)).mul(heightUnit);
  const texel = int(texelAt(0, 0)).toVar();
  const [a, b, c] = [heightAt(-1, -1), heightAt(0, -1), heightAt(1, -1)];
  const [d, e, f] = [heightAt(-1, 0), heightAt(0, 0), heightAt(1, 0)];
  const [g, h, i] = [heightAt(-1, 1), heightAt(0, 1), heightAt(1, 1)];
  const height = a.add(c, g, i, b.add(d, f, h).mul(4), e.mul(16)).div(36);
  const slopeX = c.add(i).sub(a).sub(g).add(f.sub(d).mul(4));
  const slopeZ = g.add(i).sub(a).sub(c).add(h.sub(b).mul(4));
  const far = shape.border;
  const near = Math.max(1, Math.floor((3 * far) / 4));
  const around = heightAt(far, 0).add(
    heightAt(-far, 0),
    heightAt(0, far),
    heightAt(0, -far),
    heightAt(near, near),
    heightAt(-near, near),
    heightAt(near, -near),
    heightAt(-near, -near),
  );
  const hollow = around.mul(0.125).sub(height).div(spacing.mul(far));
  const hem = corner.y.mul(spacing).mul(0.2);
  const center = shape.quads / 2;
  return {
    position: vec3(
      place.x
        .add(corner.x.mul(place.w))
        .mul(cell)
        .add(hem.mul(sign(corner.x.sub(center)))),
      height.add(datum).sub(hem.mul(0.6)),
      place.y
        .add(corner.z.mul(place.w))
        .mul(cell)
        .add(hem.mul(sign(corner.z.sub(center)))),
    ),
    normal: normalize(vec3(slopeX.negate(), spacing.mul(12), slopeZ.negate())),
    pressed: float(texel.bitAnd(1)),
    stone: hasCover ? float(texel.shiftRight(1).bitAnd(1)) : float(0),
    wetness: hasCover ? float(texel.shiftRight(2).bitAnd(15)).div(15) : float(0),
    open: float(1).div(max(0, hollow.mul(1.6)).add(1)),
  };
}
