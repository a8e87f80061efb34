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
import { vertexDeclarations } from './ground-glsl.ts';
import type { GroundShading, GroundShadingFactory } from './ground-shading.ts';

/** The layer that only grounds are seen on. */
const groundLayer = 30;

/** After all that is opaque. */
const shadingOrder = 2;

/**
 * Draws grounds in two steps: what lies at each pixel into two float pictures, then one large triangle for each ground that shades it once
 * a pixel. For WebGLRenderer without a graphics card: shading small triangles directly takes several times as long, with
 * multisampling twice that again. It looks like `createClassicShading`, but edges of ground against ground are not smoothed.
 *
 * Use `createShading` for grounds and `render` in place of the renderer's own. Grounds must not be moved. Perspective cameras only.
 * Not shaded: shadows of other lights than directional ones.
 */
export class DeferredGrounds {
  private readonly target = new WebGLRenderTarget(1, 1, {
    count: 2,
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
  /** The triangles, one a ground. */
  private readonly triangles = new Group();
  private readonly triangle = createTriangle();
  private isGathering = false;
  private readonly held = new Map<InstancedBufferGeometry, number>();
  private count = 0;

  readonly createShading: GroundShadingFactory = (firstLook): GroundShading => {
    const grain = createGrain();
    let look = firstLook;
    const appearance = new GroundAppearance(grain, look);
    const id = 1 + (this.count++ % 250);
    const triangle = this.createShadingTriangle(id, appearance);
    this.triangles.add(triangle);
    return {
      setLook: (next) => {
        look = next;
        appearance.set(look);
      },
      createMaterials: (source) => {
        const place = placeUniforms(source);
        const surface = new ShaderMaterial({
          name: 'aftermotion-ground-gather',
          glslVersion: GLSL3,
          uniforms: { ...place, groundId: { value: id } },
          vertexShader: gatherVertex,
          fragmentShader: gatherFragment,
        });
        surface.onBeforeRender = (_renderer, _scene, _camera, geometry) =>
          this.hold(geometry as InstancedBufferGeometry);
        const shadows = createShadowMaterials(place);
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

  /** Draws a scene with its grounds. */
  render(renderer: WebGLRenderer, scene: Scene, camera: Camera): void {
    if (this.triangles.parent !== scene) scene.add(this.triangles);
    this.gather(renderer, scene, camera);
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
    this.target.dispose();
  }

  /** What lies at each pixel, nothing but grounds. */
  private gather(renderer: WebGLRenderer, scene: Scene, camera: Camera): void {
    const { background } = scene;
    const { mask } = camera.layers;
    const { autoUpdate } = renderer.shadowMap;
    const target = renderer.getRenderTarget();
    const { width, height } = target ?? renderer.getDrawingBufferSize(size);
    this.target.setSize(width, height);
    const clearAlpha = renderer.getClearAlpha();
    renderer.getClearColor(clearColor);
    scene.background = null;
    camera.layers.set(groundLayer);
    renderer.shadowMap.autoUpdate = false;
    renderer.setClearColor(0, 0);
    renderer.setRenderTarget(this.target);
    this.isGathering = true;
    try {
      renderer.render(scene, camera);
    } finally {
      this.isGathering = false;
      renderer.setRenderTarget(target);
      renderer.setClearColor(clearColor, clearAlpha);
      renderer.shadowMap.autoUpdate = autoUpdate;
      camera.layers.mask = mask;
      scene.background = background;
    }
  }

  /** In the second step patches throw shadows and are not drawn. */
  private hold(geometry: InstancedBufferGeometry): void {
    if (this.isGathering || this.held.has(geometry)) return;
    this.held.set(geometry, geometry.instanceCount);
    geometry.instanceCount = 0;
  }

  private createShadingTriangle(
    id: number,
    appearance: GroundAppearance,
  ): Mesh<BufferGeometry, MeshStandardMaterial> {
    const material = new MeshStandardMaterial({ metalness: 0, shadowSide: FrontSide });
    const [point, marks] = this.target.textures;
    const gathered = {
      groundId: { value: id },
      groundGathered: { value: point },
      groundMarks: { value: marks },
    };
    prepare(material, 'deferred', (shader) => {
      Object.assign(shader.uniforms, appearance.uniforms, gathered);
      shader.vertexShader = shader.vertexShader.replace(
        '#include <project_vertex>',
        'vec4 mvPosition = vec4(0.0, 0.0, -1.0, 1.0);\ngl_Position = vec4(position.xy, 0.0, 1.0);',
      );
      // What would come from the vertices is read from the pictures instead.
      shader.fragmentShader = includeChunks(colorFragments(shader.fragmentShader))
        .replace(/\bvarying(\s+\w+\s+\w+\s*(?:\[[^\]]*\])?\s*;)/g, '$1')
        .replace('void main() {', `${readDeclarations}\nvoid main() {\n${readGathered}`);
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

/** Covers the whole picture. */
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

const gatherVertex = /* glsl */ `
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

/** Point x, z, distance along the view, and whose it is with two marks; normal x, z, openness, a mark. */
const gatherFragment = /* glsl */ `
precision highp float;
layout(location = 0) out highp vec4 groundGathered;
layout(location = 1) out highp vec4 groundMarks;
uniform int groundId;
varying vec2 vGroundPoint;
varying float vGroundPressed;
varying float vGroundStone;
varying float vGroundWetness;
varying float vGroundOpen;
varying float vGroundLevel;
varying vec3 vGroundNormal;
varying float vGroundDistance;
void main() {
  vec3 normal = normalize(vGroundNormal);
  float stone = floor(255.0 * clamp(vGroundStone, 0.0, 1.0) + 0.5);
  float wetness = floor(255.0 * clamp(vGroundWetness, 0.0, 1.0) + 0.5);
  groundGathered = vec4(vGroundPoint, vGroundDistance, float(groundId) * 65536.0 + stone * 256.0 + wetness);
  groundMarks = vec4(normal.x, normal.z, vGroundOpen, vGroundPressed);
}
`;

const readDeclarations = /* glsl */ `
uniform int groundId;
uniform highp sampler2D groundGathered;
uniform highp sampler2D groundMarks;
uniform mat4 projectionMatrix;
#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
#endif
`;

const readGathered = /* glsl */ `
ivec2 groundPixel = ivec2(gl_FragCoord.xy);
vec4 groundAt = texelFetch(groundGathered, groundPixel, 0);
int groundCode = int(groundAt.w);
if ((groundCode >> 16) != groundId) discard;
vec4 groundMark = texelFetch(groundMarks, groundPixel, 0);
vec3 groundNormal = vec3(groundMark.x, sqrt(max(0.0, 1.0 - dot(groundMark.xy, groundMark.xy))), groundMark.y);
vGroundPoint = groundAt.xy;
vGroundPressed = groundMark.w;
vGroundOpen = groundMark.z;
vGroundStone = float((groundCode >> 8) & 255) / 255.0;
vGroundWetness = float(groundCode & 255) / 255.0;
vGroundLevel = groundNormal.y;
vec2 groundScreen = gl_FragCoord.xy / vec2(textureSize(groundGathered, 0)) * 2.0 - 1.0;
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
