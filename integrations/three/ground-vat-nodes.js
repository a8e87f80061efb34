import {
  abs,
  attribute,
  dot,
  Fn,
  float,
  floor,
  int,
  ivec2,
  min,
  mix,
  normalize,
  positionLocal,
  textureLoad,
  transformNormalToView,
  uniform,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import { MeshStandardNodeMaterial } from 'three/webgpu';
import { openGround } from './ground-vat.js';

/** Like `loadGround` of `ground-vat.js`, for `WebGPURenderer`, with WebGPU or with WebGL 2. */
export function loadGround(address) {
  return openGround(address, (source, texture, vat) => {
    const { name, color, roughness, metalness, side } = source;
    const material = new MeshStandardNodeMaterial({ color, roughness, metalness, side });
    material.name = name;
    const frame = uniform(0);
    const ground = groundVertex(texture, vat, frame);
    material.positionNode = vec3(positionLocal.x, ground.w, positionLocal.z);
    material.normalNode = normalize(varying(transformNormalToView(ground.xyz)));
    return {
      material,
      setFrame(value) {
        frame.value = value;
      },
    };
  });
}

/** The normal (x, y, z) and the height (w) of a vertex: the arithmetic of `groundVertex` in `../web/ground-vat.js`. */
function groundVertex(texture, vat, frame) {
  const { width, frames, slotsPerRow, slotRow, slotSize, minMetres, unitMetres, cellMetres } = vat;
  const numberAt = (pixel) => {
    const bytes = floor(
      textureLoad(texture, ivec2(pixel.mod(int(width)), pixel.div(int(width))))
        .rgb.mul(255)
        .add(0.5),
    );
    return dot(bytes, vec3(65536, 256, 1));
  };
  return Fn(() => {
    const address = attribute('uv1', 'vec2');
    const tile = int(address.x.add(0.5)).toVar();
    // The same number if the program has replaced v by 1 - v.
    const index = int(abs(address.y.sub(0.5)).add(1))
      .sub(1)
      .toVar();
    const first = int(frame).toVar();
    const next = min(first.add(1), int(frames - 1)).toVar();
    const part = frame.sub(float(first)).toVar();
    const slots = [first, next].map((shown) => int(numberAt(tile.mul(frames).add(shown))).toVar());
    const heightAt = (step) => {
      const place = index.add(step).toVar();
      const [before, after] = slots.map((slot) => {
        const x = slot
          .mod(int(slotsPerRow))
          .mul(slotSize)
          .add(place.mod(int(slotSize)));
        const y = slot
          .div(int(slotsPerRow))
          .mul(slotSize)
          .add(place.div(int(slotSize)))
          .add(slotRow);
        return numberAt(y.mul(width).add(x));
      });
      return mix(before, after, part).mul(unitMetres).add(minMetres);
    };
    const normal = vec3(
      heightAt(-1).sub(heightAt(1)),
      float(2 * cellMetres),
      heightAt(-slotSize).sub(heightAt(slotSize)),
    );
    return vec4(normalize(normal), heightAt(0));
  })();
}
