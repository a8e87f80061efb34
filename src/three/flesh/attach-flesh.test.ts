import {
  type BufferGeometry,
  Color,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshDepthMaterial,
  MeshStandardMaterial,
  ShaderLib,
  ShaderMaterial,
  type SkinnedMesh,
  SphereGeometry,
  Texture,
  Vector3,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { vec3 } from 'three/tsl';
import { MeshStandardNodeMaterial } from 'three/webgpu';
import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import type { MorphSurface } from '../../systems/outputs/morph.ts';
import { attachFlesh } from './attach-flesh.ts';
import { colorMode } from './color-mode.ts';
import { FleshCrowd } from './flesh-crowd.ts';
import type { FleshSource } from './flesh-source.ts';
import { nodeFlesh } from './node-flesh.ts';
import { amplitudes, ballGeometry, displacePlainly, softBall, softParts } from './testing/soft-ball.ts';

type Shader = Pick<WebGLProgramParametersWithUniforms, 'uniforms' | 'vertexShader'>;

function compile(material: Material): Shader {
  const { vertexShader } = ShaderLib.standard;
  const shader: Shader = { uniforms: {}, vertexShader };
  material.onBeforeCompile(shader as WebGLProgramParametersWithUniforms, null as never);
  return shader;
}

function plainBall(material: Material | Material[] = new MeshStandardMaterial()) {
  const geometry: BufferGeometry = new SphereGeometry(1, 16, 8);
  const mesh = new Mesh(geometry, material);
  return { mesh, root: new Group().add(mesh), sources: softParts(geometry) };
}

test('the user’s material can still be read, changed and compiled through its proxy', () => {
  const material = new MeshStandardMaterial({ name: 'skin', roughness: 0.3 });
  const calls: string[] = [];
  material.onBeforeCompile = function (this: Material, shader) {
    calls.push(this.name);
    shader.uniforms.wind = { value: 1 };
    shader.vertexShader = shader.vertexShader.replace(
      '#include <begin_vertex>',
      'vec3 transformed = blown(position);',
    );
  };
  material.customProgramCacheKey = () => 'wind';
  const { mesh, root, sources } = plainBall(material);
  const geometry = mesh.geometry;
  const binding = attachFlesh(root, sources);
  const shown = mesh.material as MeshStandardMaterial;
  expect(shown).not.toBe(material);
  expect(shown).toBeInstanceOf(MeshStandardMaterial);
  expect([shown.id, shown.uuid]).not.toEqual([material.id, material.uuid]);
  material.roughness = 0.8;
  material.map = new Texture();
  expect([shown.roughness, shown.map]).toEqual([0.8, material.map]);
  shown.color.set('red');
  shown.metalness = 0.5;
  shown.needsUpdate = true;
  expect([material.color.getHex(), material.metalness, material.version]).toEqual([0xff0000, 0.5, 1]);
  const { uniforms, vertexShader } = compile(shown);
  expect(calls).toEqual(['skin']);
  expect(Object.keys(uniforms)).toEqual(['fleshRows', 'fleshShapes', 'fleshAmplitudes', 'wind']);
  expect(vertexShader).toContain('blown(position)');
  // Flesh is inserted before skinning, after all other code that changes the position.
  expect(vertexShader.indexOf('fleshSum(0);')).toBeGreaterThan(vertexShader.indexOf('blown'));
  expect(vertexShader.indexOf('fleshSum(0);')).toBeLessThan(vertexShader.indexOf('<skinning_vertex>'));
  expect(shown.customProgramCacheKey()).toContain('wind');
  // A plain copy has no flesh.
  expect(compile(shown.clone()).vertexShader).not.toContain('flesh');

  // For a second character of the same file, stand-ins refer to the user's material, not to other stand-ins.
  const other = new Mesh(geometry, shown);
  const second = attachFlesh(other, sources);
  expect(compile(other.material as Material).vertexShader.match(/fleshSum\(0\)/g)).toHaveLength(1);
  let [freed, own] = [0, 0];
  material.addEventListener('dispose', () => own++);
  shown.addEventListener('dispose', () => freed++);
  shown.dispose();
  expect([freed, own]).toEqual([1, 1]);
  binding.dispose();
  second.dispose();
  expect(mesh.material).toBe(material);
  expect(other.material).toBe(material);
  expect(mesh.geometry).toBe(geometry);
  expect([mesh.customDepthMaterial, mesh.customDistanceMaterial]).toEqual([undefined, undefined]);
});

test('a material for WebGPURenderer keeps the user’s nodes, methods and cache key', () => {
  const material = new MeshStandardNodeMaterial();
  material.customProgramCacheKey = () => 'theirs';
  material.colorNode = vec3(1, 0, 0);
  const { root, sources } = plainBall(material);
  const other = new Mesh((root.children[0] as Mesh).geometry, material);
  const bindings = [root, other].map((one) => attachFlesh(one, sources, { shading: nodeFlesh }));
  const shown = (root.children[0] as Mesh).material as MeshStandardNodeMaterial;
  expect(shown.isNodeMaterial).toBe(true);
  expect(shown.colorNode).toBe(material.colorNode);
  expect(shown.positionNode).not.toBeNull();
  expect(material.positionNode).toBeNull();
  expect(material.customProgramCacheKey()).toBe('theirs');
  expect(shown.customProgramCacheKey()).toContain('theirs');
  expect(shown.customProgramCacheKey()).not.toBe((other.material as Material).customProgramCacheKey());
  for (const binding of bindings) binding.dispose();
  expect([(root.children[0] as Mesh).material, other.material]).toEqual([material, material]);
});

test('a custom shader of the user is displaced if it has three’s chunks, and its uniforms stay live', () => {
  const withChunks = new ShaderMaterial({
    uniforms: { time: { value: 0 } },
    vertexShader: 'void main() {\n#include <begin_vertex>\n#include <project_vertex>\n}',
  });
  const without = new ShaderMaterial({
    name: 'own',
    vertexShader: 'void main() { gl_Position = vec4(0.0); }',
  });
  const { mesh, root, sources } = plainBall([withChunks, without]);
  const notes: string[] = [];
  const binding = attachFlesh(root, sources, { onNote: (note) => notes.push(note) });
  const [moved, left] = mesh.material as unknown as ShaderMaterial[];
  expect(left).toBe(without);
  expect(notes).toEqual([expect.stringContaining('"own" has a shader of its own')]);
  withChunks.uniforms.time.value = 7;
  expect(moved.uniforms.time.value).toBe(7);
  const shader = { uniforms: moved.uniforms, vertexShader: moved.vertexShader };
  moved.onBeforeCompile(shader as WebGLProgramParametersWithUniforms, null as never);
  expect(shader.vertexShader).toContain('transformed += fleshSum(0)');
  expect(Object.keys(withChunks.uniforms)).toEqual(['time']);
  binding.dispose();
  expect(mesh.material).toEqual([withChunks, without]);
});

test('shadows: the user’s depth material is displaced too; without one, one is created', () => {
  const { mesh, root, sources } = plainBall();
  const depth = new MeshDepthMaterial({ alphaTest: 0.25 });
  mesh.customDepthMaterial = depth;
  const binding = attachFlesh(root, sources);
  expect((mesh.customDepthMaterial as MeshDepthMaterial).alphaTest).toBe(0.25);
  expect(compile(mesh.customDepthMaterial!).vertexShader).toContain('fleshSum(0)');
  expect(compile(mesh.customDistanceMaterial!).vertexShader).toContain('fleshSum(0)');
  binding.dispose();
  expect(mesh.customDepthMaterial).toBe(depth);
  expect(Object.keys(mesh)).not.toContain('customDistanceMaterial');
});

test('a material that the user sets later is displaced from the next update on', () => {
  const first = new MeshStandardMaterial();
  const { mesh, root, sources } = plainBall(first);
  const binding = attachFlesh(root, sources);
  const marked = new MeshBasicMaterial();
  mesh.material = marked;
  binding.update();
  expect(mesh.material).not.toBe(marked);
  expect(compile(mesh.material as Material).vertexShader).toContain('fleshSum(0)');
  const last = new MeshBasicMaterial();
  mesh.material = last;
  binding.dispose();
  expect(mesh.material).toBe(last);
});

test('only amplitudes are uploaded, and only if they have changed', () => {
  const { root, sources } = plainBall();
  const binding = attachFlesh(root, sources);
  const before = binding.uploadedBytes;
  binding.update();
  expect(binding.uploadedBytes).toBe(before);
  for (let frame = 1; frame <= 10; frame++) {
    binding.amplitudes[0][1] = 0.01 * frame;
    binding.update();
  }
  // The upload has four amplitudes of four bytes, whatever the mesh.
  expect(binding.uploadedBytes - before).toBe(10 * 4 * 4);
});

test('amplitudes of NaN displace nothing', () => {
  const { mesh, root, sources } = plainBall();
  const binding = attachFlesh(root, sources);
  binding.amplitudes[0].set([Number.NaN, Number.POSITIVE_INFINITY, 0.5]);
  binding.update();
  const { fleshAmplitudes } = compile(mesh.material as Material).uniforms;
  expect([...(fleshAmplitudes.value as { image: { data: Float32Array } }).image.data]).toEqual([
    0, 0, 0.5, 0,
  ]);
  expect((mesh as unknown as SkinnedMesh).boundingSphere.radius).toBeLessThan(2);
});

test('bounds contain the displaced surface, so that it is not culled while visible', () => {
  const far = 5;
  for (const isSkinned of [false, true]) {
    const geometry = ballGeometry(16);
    const sources = softParts(geometry);
    const root = isSkinned
      ? softBall(geometry, new MeshStandardMaterial())
      : new Group().add(new Mesh(geometry, new MeshStandardMaterial()));
    const mesh = root.children[root.children.length - 1] as SkinnedMesh;
    const binding = attachFlesh(root, sources);
    for (const factor of [0.1, 1, far]) {
      amplitudes.forEach((values, source) => {
        binding.amplitudes[source].set(values.map((value) => factor * value));
      });
      binding.update();
      // The sphere is computed once before and once after the flesh has moved.
      if (isSkinned && factor !== 1) mesh.computeBoundingSphere();
      const moved = displacePlainly(
        geometry,
        sources,
        amplitudes.map((values) => values.map((v) => factor * v)),
      );
      const point = new Vector3();
      for (let vertex = 0; vertex < moved.positions.length / 3; vertex++) {
        point.fromArray(moved.positions, 3 * vertex);
        if (isSkinned) mesh.applyBoneTransform(vertex, point);
        expect(mesh.boundingSphere.distanceToPoint(point)).toBeLessThan(1e-6);
      }
    }
    // The bounds are not too large: at most twice the needed padding.
    expect(mesh.boundingSphere.radius).toBeLessThan(4 * far);
    binding.dispose();
    expect(Object.hasOwn(mesh, 'computeBoundingSphere')).toBe(false);
    if (!isSkinned) expect(mesh.boundingSphere).toBeUndefined();
  }
});

test('a crowd’s bounds contain every instance in its pose', () => {
  const geometry = ballGeometry(16);
  const root = softBall(geometry, new MeshStandardMaterial());
  const crowd = new FleshCrowd(root, softParts(geometry), { count: 3, poseCount: 2 });
  const model = root.children[1] as SkinnedMesh;
  root.children[0].children[0].position.y = 3;
  crowd.readPose(1);
  crowd.poses.set([0, 1, 7]);
  crowd.setPlace(2, new Group().translateX(20).matrix.makeTranslation(20, 0, 0));
  crowd.update();
  const sphere = crowd.meshes[0].boundingSphere!;
  for (let vertex = 0; vertex < geometry.getAttribute('position').count; vertex++) {
    const point = new Vector3().fromBufferAttribute(geometry.getAttribute('position'), vertex);
    model.applyBoneTransform(vertex, point);
    expect(sphere.distanceToPoint(point)).toBeLessThan(1e-6);
    expect(sphere.distanceToPoint(point.setX(point.x + 20))).toBeLessThan(1e-6);
  }
  crowd.dispose();
});

test('meshes with equal displacements use the same shapes, which are freed with the last mesh', () => {
  const { mesh, root, sources } = plainBall();
  const twin = new Group().add(new Mesh(mesh.geometry, new MeshStandardMaterial()));
  const [a, b] = [attachFlesh(root, sources), attachFlesh(twin, sources)];
  const texturesOf = (group: Group) => {
    const { uniforms } = compile((group.children[0] as Mesh).material as Material);
    return [
      uniforms.fleshRows.value,
      uniforms.fleshShapes.value,
      uniforms.fleshAmplitudes.value,
    ] as Texture[];
  };
  const [first, second] = [texturesOf(root), texturesOf(twin)];
  expect(second[0]).toBe(first[0]);
  expect(second[1]).toBe(first[1]);
  expect(second[2]).not.toBe(first[2]);
  let freed = 0;
  for (const texture of first.slice(0, 2)) texture.addEventListener('dispose', () => freed++);
  a.dispose();
  expect(freed).toBe(0);
  b.dispose();
  b.dispose();
  expect(freed).toBe(2);
});

test('a mode is shown in colours, and the materials are restored', () => {
  const own = new MeshStandardMaterial();
  const { mesh, root, sources } = plainBall([own, own]);
  const binding = attachFlesh(root, sources);
  const colors = colorMode(binding, 0);
  const [first] = mesh.material as Material[];
  expect(first.vertexColors).toBe(true);
  expect(compile(first).vertexShader).toContain('fleshSum(0)');
  const color = mesh.geometry.getAttribute('color');
  const position = mesh.geometry.getAttribute('position');
  const colorAt = (vertex: number) => new Color().fromBufferAttribute(color, vertex).getHexString();
  const vertices = [...Array(position.count).keys()];
  // The bend is proportional to y²: it has its maximum at the top. The belt and everything outside of the upper part do not move.
  const top = vertices.find((vertex) => position.getY(vertex) > 0.999)!;
  const bottom = vertices.find((vertex) => position.getY(vertex) < -0.999)!;
  expect([colorAt(top), colorAt(bottom)]).toEqual(['d7263d', '1d2b53']);
  colors.show(0, 1);
  expect(mesh.geometry.getAttribute('color')).toBe(color);
  expect(colorAt(top)).toBe('1d2b53');
  expect(() => colors.show(3)).toThrow('colorMode.mode: expected 0 … 2, got 3');
  expect(() => colors.show(0, 2)).toThrow('colorMode.source: expected 0 … 1, got 2');
  colors.dispose();
  expect(mesh.geometry.getAttribute('color')).toBeUndefined();
  binding.dispose();
  expect(mesh.material).toEqual([own, own]);
});

test('shapes that do not match are refused with a message, and the mesh does not change', () => {
  const { mesh, root, sources } = plainBall();
  const [part] = sources;
  const [surface] = part.surfaces;
  const { material } = mesh;
  const faults: [Partial<FleshSource> | Partial<MorphSurface>, RegExp][] = [
    [{ surface: 3 }, /upper\.surfaces\[3\]: no mesh draws this surface: 1 of 1/],
    [
      { vertices: surface.vertices.map((vertex) => vertex + 1000) },
      /it moves vertex \d+, but the mesh "" has 153/,
    ],
    [{ shapes: surface.shapes.subarray(1) }, /expected shapes and normals of 3 · \d+ · modeCount numbers/],
    [{ modeCount: 4 }, /expected 4 shapes, got 3/],
    [{ amplitudes: new Float64Array(2) }, /upper: expected 3 amplitudes, got 2/],
  ];
  for (const [fault, message] of faults) {
    const wrong = { ...part, ...fault, surfaces: [{ ...surface, ...fault }] };
    expect(() => attachFlesh(root, wrong)).toThrow(message);
    expect(() => attachFlesh(root, wrong)).toThrow(InputError);
    expect(mesh.material).toBe(material);
    expect(mesh.customDepthMaterial).toBeUndefined();
  }
  expect(() => new FleshCrowd(root, part, { count: 0 })).toThrow(/count: expected a whole number ≥ 1, got 0/);
  // A part without vertices in this mesh is not an error.
  const nothing: MorphSurface = {
    ...surface,
    surface: 9,
    vertices: new Uint32Array(0),
    shapes: new Float32Array(0),
    normals: new Float32Array(0),
  };
  const idle = attachFlesh(root, { ...part, surfaces: [nothing] });
  expect(idle.meshes).toEqual([]);
  idle.dispose();
});
