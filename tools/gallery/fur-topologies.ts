import { bendStrand, strandDirection } from '../../src/coats/bend.ts';
import { distance, dot, normalize } from '../../src/geometry/vector.ts';
import { drawText } from '../../src/pictures/font.ts';
import { type Color, createPicture, fillRectangle, type Picture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { partGrass } from '../../src/systems/fur/testing/part-grass.ts';
import { buildTopology, type TopologyKind } from '../../src/systems/fur/topology/topology.ts';
import { plotColors } from './plot.ts';
import { halve, Sketch, type Vector } from './sketch.ts';

const [width, height] = [3200, 1900];
const title = { size: 26, color: sheetColors.ink, weight: 0.14 };
const label = { size: 22, color: sheetColors.ink };
const skinColor: Color = [196, 166, 128];
const margin = 48;
const gap = 32;

interface Body {
  readonly vertices: readonly Vector[];
  readonly normals: readonly Vector[];
  readonly triangles: readonly (readonly [number, number, number])[];
  /** Height of the uppermost layer, m. */
  readonly length: number;
}

/**
 * Draws the topologies on a triangle and on a sphere, and grass that parts with connected and with separable triangles: Banisch & Wüthrich
 * 2006, figures 3, 4 and 5.
 */
export async function drawTopologies(): Promise<Picture> {
  const page = createPicture(width, height, sheetColors.paper);
  const panel = (width - 2 * margin - 3 * gap) / 4;
  const bodies = [
    { kind: 'sticks', body: triangleBody(), caption: 'a: on a triangle' },
    { kind: 'sticks', body: sphereBody(), caption: 'b: on a sphere' },
    { kind: 'prisms', body: triangleBody(), caption: 'a: on a triangle' },
    { kind: 'prisms', body: sphereBody(), caption: 'b: on a sphere' },
  ] as const;
  const top = 84;
  const high = 760;
  drawText(page, 'Figure 3: spring-sticks', margin, top - 28, title);
  drawText(page, 'Figure 4: prisms', margin + 2 * (panel + gap), top - 28, title);
  bodies.forEach(({ kind, body, caption }, k) => {
    const left = margin + k * (panel + gap);
    fillRectangle(page, left, top, panel, high, plotColors.panel);
    drawBody(page, kind, body, left + panel / 2, top + high / 2);
    drawText(page, caption, left + panel / 2, top + high + 40, { ...label, align: 'center' });
  });
  const second = top + high + 140;
  drawText(page, 'Figure 5: the same push, at rest', margin, second - 28, title);
  const half = (width - 2 * margin - gap) / 2;
  const parted = [
    { kind: 'prisms', caption: 'a: prisms: neighbouring shells are connected' },
    { kind: 'separablePrisms', caption: 'b: separable prisms: shells separate' },
  ] as const;
  parted.forEach(({ kind, caption }, k) => {
    const left = margin + k * (half + gap);
    fillRectangle(page, left, second, half, height - second - 84, plotColors.panel);
    drawParted(page, kind, left + half / 2, second + (height - second - 84) / 2);
    drawText(page, caption, left + half / 2, height - 36, { ...label, align: 'center' });
  });
  return halve(page);
}

/** Draws masses and springs of a body in its rest shape: skin, uppermost layer, and springs that the topology creates. */
function drawBody(page: Picture, kind: TopologyKind, body: Body, x: number, y: number): void {
  const { vertices, normals, triangles, length } = body;
  const isSphere = vertices.length > 3;
  const sketch = new Sketch(page, {
    center: isSphere ? [0, 0, 0] : [0, 0.35 * length, 0],
    x,
    y,
    scale: isSphere ? 270 : 520,
    heading: isSphere ? 0.4 : 0.55,
    elevation: isSphere ? 0.35 : 0.5,
  });
  const topology = buildTopology(kind, {
    vertexCount: vertices.length,
    triangles: Uint32Array.from(triangles.flat()),
  });
  const tips = vertices.map((vertex, v) => add(vertex, normals[v], length));
  const masses = [...topology.vertexOf].map((v) => vertices[v]);
  masses.push(...[...topology.vertexOf].map((v) => tips[v]));
  const seen = (v: number) => !isSphere || dot(normals[v], sketch.toViewer) > -0.12;
  for (const corners of triangles) {
    const n = normalize(corners.reduce<Vector>((sum, v) => add(sum, normals[v], 1), [0, 0, 0]));
    if (isSphere && dot(n, sketch.toViewer) <= 0) continue;
    const light = 0.72 + 0.28 * Math.max(0, dot(n, [-0.4, 0.8, 0.45]));
    const color = skinColor.map((value) => Math.round(value * light)) as unknown as Color;
    sketch.triangle(
      corners.map((v) => vertices[v]),
      () => ({ color, opacity: 1 }),
      -10,
    );
    if (!isSphere)
      sketch.triangle(
        corners.map((v) => tips[v]),
        () => ({ color: plotColors.green, opacity: 0.22 }),
      );
    corners.forEach((v, k) => {
      const w = corners[(k + 1) % 3];
      sketch.line(vertices[v], vertices[w], 2, sheetColors.ink, 0.6, -9);
      if (!isSphere) sketch.line(tips[v], tips[w], 2, plotColors.green);
    });
  }
  const lineWidth = isSphere ? 2.4 : 4;
  for (let spring = 0; spring < topology.springCount; spring++) {
    const [a, b] = [topology.springStart[spring], topology.springEnd[spring]];
    if (!seen(a % topology.strandCount) || !seen(b % topology.strandCount)) continue;
    const color = spring < topology.strandCount ? plotColors.blue : plotColors.orange;
    sketch.spring(masses[a], masses[b], lineWidth, color, 0.01);
  }
  masses.forEach((mass, k) => {
    if (seen(k % topology.strandCount))
      sketch.dot(
        mass,
        isSphere ? 8 : 16,
        k < topology.strandCount ? sheetColors.ink : plotColors.orange,
        0.05,
      );
  });
  sketch.paint();
}

/** Draws grass that a push has parted: shells between the skin and the masses of the solver, with the springs between the masses. */
function drawParted(page: Picture, kind: TopologyKind, x: number, y: number): void {
  const { mesh, length, solver, offsets } = partGrass(kind);
  const { topology } = solver;
  const sketch = new Sketch(page, {
    center: [0.3, 0.05, 0.2],
    x,
    y,
    scale: 1620,
    heading: 0.35,
    elevation: 0.5,
  });
  const root = (strand: number): Vector => {
    const v = 3 * topology.vertexOf[strand];
    return [mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]];
  };
  const up = [0, 1, 0];
  const s = new Float64Array(3);
  const point = new Float64Array(3);
  const layerCount = 8;
  const at = (strand: number, layer: number): Vector => {
    strandDirection(s, offsets.subarray(3 * strand, 3 * strand + 3), up);
    bendStrand(point, 'arc', layer / layerCount, length, 2, s, up);
    return add(root(strand), [point[0], point[1], point[2]], 1);
  };
  for (let face = 0; face < topology.faceCount; face++) {
    const strands = [0, 1, 2].map((corner) => topology.strandOfCorner[3 * face + corner]);
    for (let layer = 0; layer <= layerCount; layer++) {
      const points = strands.map((strand) => at(strand, layer));
      const isTop = layer === layerCount;
      const color = layer === 0 ? skinColor : plotColors.green;
      const opacity = layer === 0 ? 1 : isTop ? 0.42 : 0.1;
      // Layers are drawn from the skin outward.
      sketch.triangle(points, () => ({ color, opacity }), 10 * layer);
      if (layer > 0 && !isTop) continue;
      points.forEach((from, k) => {
        sketch.line(
          from,
          points[(k + 1) % 3],
          layer === 0 ? 1.6 : 3,
          isTop ? [52, 88, 52] : sheetColors.ink,
          isTop ? 1 : 0.35,
          10 * layer + 1,
        );
      });
    }
    for (const strand of strands)
      sketch.dot(at(strand, layerCount), 7, plotColors.orange, 10 * layerCount + 2);
  }
  sketch.paint();
}

function triangleBody(): Body {
  const vertices = [0, 1, 2].map((k): Vector => {
    const angle = (2 * Math.PI * k) / 3 + 0.4;
    return [0.5 * Math.sin(angle), 0, 0.5 * Math.cos(angle)];
  });
  return { vertices, normals: vertices.map(() => [0, 1, 0]), triangles: [[0, 1, 2]], length: 0.42 };
}

/** Returns an icosahedron whose faces are divided once, with all vertices on a sphere of radius 1 m. */
function sphereBody(): Body {
  const golden = (1 + Math.sqrt(5)) / 2;
  const vertices: Vector[] = [];
  for (const [a, b] of [
    [-1, golden],
    [1, golden],
    [-1, -golden],
    [1, -golden],
  ]) {
    vertices.push(normalize([a, b, 0]), normalize([0, a, b]), normalize([b, 0, a]));
  }
  const size = Math.min(...vertices.slice(1).map((vertex) => distance(vertex, vertices[0])));
  const isEdge = (a: number, b: number) => Math.abs(distance(vertices[a], vertices[b]) - size) < 1e-6;
  const faces: [number, number, number][] = [];
  for (let a = 0; a < 12; a++) {
    for (let b = a + 1; b < 12; b++) {
      for (let c = b + 1; c < 12; c++)
        if (isEdge(a, b) && isEdge(b, c) && isEdge(a, c)) faces.push([a, b, c]);
    }
  }
  const middles = new Map<string, number>();
  const middle = (a: number, b: number) => {
    const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
    if (!middles.has(key)) middles.set(key, vertices.push(normalize(add(vertices[a], vertices[b], 1))) - 1);
    return middles.get(key)!;
  };
  const triangles = faces.flatMap(([a, b, c]): [number, number, number][] => {
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    return [
      [a, ab, ca],
      [ab, b, bc],
      [ca, bc, c],
      [ab, bc, ca],
    ];
  });
  return { vertices, normals: vertices, triangles, length: 0.32 };
}

function add(a: Vector, b: Vector, factor: number): Vector {
  return [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]];
}
