import {
  BufferAttribute,
  BufferGeometry,
  type Camera,
  Color,
  FloatType,
  FrontSide,
  GLSL3,
  Group,
  type InstancedBufferGeometry,
  Mesh,
  MeshStandardMaterial,
  NearestFilter,
  type Scene,
  ShaderChunk,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import {
  colorFragments,
  createShadowMaterials,
  GroundAppearance,
  placeUniforms,
  prepare,
} from './classic-shading.ts';
import { createGrain } from './create-grain.ts';
import { groundVaryings, vertexDeclarations } from './ground-glsl.ts';
import type { GroundShading, GroundShadingFactory } from './ground-shading.ts';

/** The layer of grounds. The geometry pass draws only this layer. */
const groundLayer = 30;

/** Render order of the shading pass: after all other opaque objects. */
const shadingOrder = 2;

/**
 * Deferred shading of grounds (Deering et al. 1988): a geometry pass writes position, normal and material of each pixel into a G-buffer of
 * two float textures; then, for each ground, one triangle that covers the screen shades each of its pixels once. It is meant for
 * WebGLRenderer on a software rasterizer. There, direct shading of small triangles takes several times as long, and with multisampling
 * twice as long again.
 *
 * Pictures look like those of `createClassicShading`, except that edges between parts of the ground are not antialiased.
 *
 * Pass `createShading` to grounds, and call `render` instead of the renderer's own method. Limits: grounds that are not moved, perspective
 * cameras, shadows of directional lights only.
 */
export class DeferredGrounds {
  private readonly gBuffer = new WebGLRenderTarget(1, 1, {
    count: 2,
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
  /** The shading pass: one triangle for each ground. */
  private readonly triangles = new Group();
  private readonly triangle = createTriangle();
  private isGeometryPass = false;
  /** Patches that are hidden in the shading pass, and their instance counts. */
  private readonly held = new Map<InstancedBufferGeometry, number>();
  private count = 0;

  readonly createShading: GroundShadingFactory = (firstLook): GroundShading => {
    const grain = createGrain();
    const appearance = new GroundAppearance(grain, firstLook);
    const id = 1 + (this.count++ % 250);
    const triangle = this.createShadingTriangle(id, appearance);
    this.triangles.add(triangle);
    return {
      setLook: (look) => appearance.set(look),
      createMaterials: (source) => {
        const placement = placeUniforms(source);
        const surface = new ShaderMaterial({
          name: 'aftermotion-ground-geometry',
          glslVersion: GLSL3,
          uniforms: { ...placement, groundId: { value: id } },
          vertexShader: geometryVertexShader,
          fragmentShader: geometryFragmentShader,
        });
        surface.onBeforeRender = (_renderer, _scene, _camera, geometry) =>
          this.hold(geometry as InstancedBufferGeometry);
        const shadows = createShadowMaterials(placement);
        return {
          surface,
          ...shadows,
          setUp: (mesh) => mesh.layers.enable(groundLayer),
          setLook: () => {},
          dispose() {
            surface.dispose();
            shadows.depth.dispose();
            shadows.distance.dispose();
          },
        };
      },
      dispose: () => {
        triangle.removeFromParent();
        triangle.material.dispose();
        grain.dispose();
      },
    };
  };

  /** Renders a scene into the renderer's current target. */
  render(renderer: WebGLRenderer, scene: Scene, camera: Camera): void {
    if (this.triangles.parent !== scene) scene.add(this.triangles);
    this.renderGeometry(renderer, scene, camera);
    try {
      renderer.render(scene, camera);
    } finally {
      for (const [geometry, count] of this.held) geometry.instanceCount = count;
      this.held.clear();
    }
  }

  dispose(): void {
    this.triangles.removeFromParent();
    this.triangle.dispose();
    this.gBuffer.dispose();
  }

  /** Runs the geometry pass, which fills the G-buffer. */
  private renderGeometry(renderer: WebGLRenderer, scene: Scene, camera: Camera): void {
    const { background } = scene;
    const { mask } = camera.layers;
    const { autoUpdate } = renderer.shadowMap;
    const target = renderer.getRenderTarget();
    const { width, height } = target ?? renderer.getDrawingBufferSize(size);
    this.gBuffer.setSize(width, height);
    const clearAlpha = renderer.getClearAlpha();
    renderer.getClearColor(clearColor);
    scene.background = null;
    camera.layers.set(groundLayer);
    renderer.shadowMap.autoUpdate = false;
    renderer.setClearColor(0, 0);
    renderer.setRenderTarget(this.gBuffer);
    this.isGeometryPass = true;
    try {
      renderer.render(scene, camera);
    } finally {
      this.isGeometryPass = false;
      renderer.setRenderTarget(target);
      renderer.setClearColor(clearColor, clearAlpha);
      renderer.shadowMap.autoUpdate = autoUpdate;
      camera.layers.mask = mask;
      scene.background = background;
    }
  }

  /** Hides a patch in the shading pass, where it only casts shadows. */
  private hold(geometry: InstancedBufferGeometry): void {
    if (this.isGeometryPass || this.held.has(geometry)) return;
    this.held.set(geometry, geometry.instanceCount);
    geometry.instanceCount = 0;
  }

  private createShadingTriangle(
    id: number,
    appearance: GroundAppearance,
  ): Mesh<BufferGeometry, MeshStandardMaterial> {
    const material = new MeshStandardMaterial({ metalness: 0, shadowSide: FrontSide });
    const [positions, normals] = this.gBuffer.textures;
    const inputs = {
      groundId: { value: id },
      groundPositions: { value: positions },
      groundNormals: { value: normals },
    };
    prepare(material, 'deferred', (shader) => {
      Object.assign(shader.uniforms, appearance.uniforms, inputs);
      shader.vertexShader = shader.vertexShader.replace(
        '#include <project_vertex>',
        'vec4 mvPosition = vec4(0.0, 0.0, -1.0, 1.0);\ngl_Position = vec4(position.xy, 0.0, 1.0);',
      );
      // The inputs from the vertex shader (varyings) become global variables that are read from the G-buffer.
      shader.fragmentShader = includeChunks(colorFragments(shader.fragmentShader))
        .replace(/\bvarying(\s+\w+\s+\w+\s*(?:\[[^\]]*\])?\s*;)/g, '$1')
        .replace('void main() {', `${gBufferDeclarations}\nvoid main() {\n${readGBuffer}`);
    });
    const mesh = new Mesh(this.triangle, material);
    mesh.name = 'ground shading';
    mesh.frustumCulled = false;
    mesh.receiveShadow = true;
    mesh.renderOrder = shadingOrder;
    mesh.raycast = () => {};
    return mesh;
  }
}

const size = new Vector2();
const clearColor = new Color();

/** Creates one triangle that covers the whole screen. */
function createTriangle(): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.of(-1, -1, 0, 3, -1, 0, -1, 3, 0), 3));
  geometry.setAttribute('normal', new BufferAttribute(Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1), 3));
  return geometry;
}

function includeChunks(text: string): string {
  return text.replace(/^[ \t]*#include +<([\w.]+)>/gm, (_, name: keyof typeof ShaderChunk) =>
    includeChunks(ShaderChunk[name]),
  );
}

const geometryVertexShader = /* glsl */ `
${vertexDeclarations}
varying vec3 vGroundNormal;
varying float vGroundDistance;
void main() {
  readGround();
  shareGround();
  vGroundNormal = groundNormal;
  vec4 seen = modelViewMatrix * vec4(groundPosition, 1.0);
  vGroundDistance = -seen.z;
  gl_Position = projectionMatrix * seen;
}
`;

/**
 * Fragment shader that writes the G-buffer. First texture: position x, z (m), view depth (m), and one integer below 2²⁴ that contains the
 * ground's id, stone and wetness. Second texture: normal x, z, openness of the sky, pressed.
 */
const geometryFragmentShader = /* glsl */ `
precision highp float;
layout(location = 0) out highp vec4 outPosition;
layout(location = 1) out highp vec4 outNormal;
uniform int groundId;
${groundVaryings}
varying vec3 vGroundNormal;
varying float vGroundDistance;
void main() {
  vec3 normal = normalize(vGroundNormal);
  float stone = floor(255.0 * clamp(vGroundStone, 0.0, 1.0) + 0.5);
  float wetness = floor(255.0 * clamp(vGroundWetness, 0.0, 1.0) + 0.5);
  outPosition = vec4(vGroundPoint, vGroundDistance, float(groundId) * 65536.0 + stone * 256.0 + wetness);
  outNormal = vec4(normal.x, normal.z, vGroundOpen, vGroundPressed);
}
`;

const gBufferDeclarations = /* glsl */ `
uniform int groundId;
uniform highp sampler2D groundPositions;
uniform highp sampler2D groundNormals;
uniform mat4 projectionMatrix;
#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
#endif
`;

const readGBuffer = /* glsl */ `
ivec2 groundPixel = ivec2(gl_FragCoord.xy);
vec4 groundAt = texelFetch(groundPositions, groundPixel, 0);
int groundCode = int(groundAt.w);
if ((groundCode >> 16) != groundId) discard;
vec4 groundMark = texelFetch(groundNormals, groundPixel, 0);
vec3 groundNormal = vec3(groundMark.x, sqrt(max(0.0, 1.0 - dot(groundMark.xy, groundMark.xy))), groundMark.y);
vGroundPoint = groundAt.xy;
vGroundPressed = groundMark.w;
vGroundOpen = groundMark.z;
vGroundStone = float((groundCode >> 8) & 255) / 255.0;
vGroundWetness = float(groundCode & 255) / 255.0;
vGroundLevel = groundNormal.y;
vec2 groundScreen = gl_FragCoord.xy / vec2(textureSize(groundPositions, 0)) * 2.0 - 1.0;
vec3 groundSeen = vec3(
  (groundScreen + projectionMatrix[2].xy) * groundAt.z / vec2(projectionMatrix[0][0], projectionMatrix[1][1]),
  -groundAt.z
);
vViewPosition = -groundSeen;
vNormal = mat3(viewMatrix) * groundNormal;
gl_FragDepth = 0.5 + 0.5 * (projectionMatrix[3][2] - projectionMatrix[2][2] * groundAt.z) / groundAt.z;
#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
vec3 groundWorld = transpose(mat3(viewMatrix)) * (groundSeen - viewMatrix[3].xyz);
for (int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i++) {
  vec3 groundLifted = groundWorld + groundNormal * directionalLightShadows[i].shadowNormalBias;
  vDirectionalShadowCoord[i] = directionalShadowMatrix[i] * vec4(groundLifted, 1.0);
}
#endif
#ifdef USE_FOG
vFogDepth = groundAt.z;
#endif
`;
