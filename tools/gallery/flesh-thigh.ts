import { findTetOutside } from '../../src/motion/tet-topology.ts';
import { drawText } from '../../src/pictures/font.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { type FleshGeometry, prepareGeometry } from '../../src/systems/flesh/mesh/prepare-geometry.ts';
import { openHeavyMannequin } from './flesh-part.ts';
import { drawStudy, type StudyMesh } from './mesh-study.ts';

const [width, height] = [330, 470];
const camera = { position: [0.95, 0.98, 1.15], target: [0.075, 0.72, 0.005], fieldOfView: 0.42 } as const;
const skin = [0.62, 0.36, 0.22];
const flesh = [0.75, 0.42, 0.34];
const bone = [0.82, 0.78, 0.66];

/**
 * Draws the meshing of a thigh: its region, the bone inside, a cut through the elements, and the fixed nodes: James & Pai 2002, figure 2.
 */
export async function drawThigh(samples: number): Promise<Picture> {
  const actor = await openHeavyMannequin();
  const { rig } = actor;
  const joint = rig.nodes.findIndex((node) => node.name === 'thigh.L');
  const geometry = prepareGeometry(rig, {
    path: 'thigh',
    actorScale: actor.scale,
    joints: [joint],
    elementCount: 5000,
  });
  const character: StudyMesh[] = rig.surfaces.map((surface) => ({
    positions: surface.positions,
    normals: surface.normals,
    indices: surface.indices,
    color: surface.color,
  }));
  const outside = findTetOutside(geometry.mesh);
  const { positions } = geometry.mesh;
  const isFixed = new Uint8Array(positions.length / 3);
  for (const node of geometry.fixed) isFixed[node] = 1;
  const held = outside.filter((_, k) => cornersOf(outside, k).every((node) => isFixed[node]));
  const free = outside.filter((_, k) => !cornersOf(outside, k).every((node) => isFixed[node]));
  const count = `${geometry.quality.tetCount} elements of ten nodes, cut open`;
  const panels: [string, StudyMesh[]][] = [
    ['the part that a thigh moves', markRegion(character, rig, joint)],
    ['held: the bone and the seams', [{ positions, normals: null, indices: held, color: bone, gloss: 0.1 }]],
    [count, cutOpen(geometry)],
    [
      'what is free to move',
      [
        { positions, normals: null, indices: free, color: flesh, gloss: 0.1 },
        { positions, normals: null, indices: held, color: bone, gloss: 0.1 },
      ],
    ],
  ];
  const page = createPicture(4 * width + 50, height + 54, sheetColors.paper);
  for (const [k, [title, meshes]] of panels.entries()) {
    const x = 10 + k * (width + 10);
    placePicture(
      page,
      drawStudy({ meshes, camera, width, height, samples, paper: sheetColors.paper }),
      x,
      10,
    );
    drawText(page, title, x + width / 2, height + 34, { ...textStyles.caption, align: 'center' });
  }
  return page;
}

function cornersOf(triangles: Uint32Array, k: number): number[] {
  const first = k - (k % 3);
  return [triangles[first], triangles[first + 1], triangles[first + 2]];
}

type Rig = Awaited<ReturnType<typeof openHeavyMannequin>>['rig'];

/** Returns the meshes of the character. Vertices whose largest weight is that of the joint have the colour of flesh. */
function markRegion(character: readonly StudyMesh[], rig: Rig, joint: number): StudyMesh[] {
  return character.map((mesh, index) => {
    const { skin: skinIndex, influenceCount, jointIndices, jointWeights, positions } = rig.surfaces[index];
    const color = new Float64Array(positions.length);
    for (let v = 0; v < positions.length / 3; v++) {
      let weight = 0;
      for (let k = v * influenceCount; k < (v + 1) * influenceCount; k++) {
        if (rig.skins[skinIndex].joints[jointIndices[k]] === joint) weight += jointWeights[k];
      }
      const fraction = Math.min(1, Math.max(0, (weight - 0.4) / 0.2));
      for (let i = 0; i < 3; i++) {
        color[3 * v + i] = mesh.color[i] * (1 - fraction) + [0.8, 0.16, 0.1][i] * fraction;
      }
    }
    return { ...mesh, color, gloss: skin[0] };
  });
}

/** Returns the elements behind a plane along the thigh, each slightly shrunk. */
function cutOpen({ mesh, fixed }: FleshGeometry): StudyMesh[] {
  const isFixed = new Uint8Array(mesh.positions.length / 3);
  for (const node of fixed) isFixed[node] = 1;
  const corners: number[] = [];
  const colors: number[] = [];
  const indices: number[] = [];
  for (let tet = 0; tet < mesh.tets.length; tet += mesh.nodesPerTet) {
    const nodes = [...mesh.tets.subarray(tet, tet + 4)];
    const middle = [0, 1, 2].map(
      (i) => nodes.reduce((sum, node) => sum + mesh.positions[3 * node + i], 0) / 4,
    );
    if (middle[0] - 0.092 + 0.75 * middle[2] > 0) continue;
    const first = corners.length / 3;
    const isHeld = nodes.some((node) => isFixed[node]);
    for (const node of nodes) {
      for (let i = 0; i < 3; i++) corners.push(middle[i] + 0.9 * (mesh.positions[3 * node + i] - middle[i]));
      colors.push(...(isHeld ? bone : flesh));
    }
    for (const face of [
      [0, 2, 1],
      [0, 1, 3],
      [1, 2, 3],
      [2, 0, 3],
    ])
      indices.push(...face.map((k) => first + k));
  }
  return [{ positions: corners, normals: null, indices, color: colors, gloss: 0.08 }];
}
