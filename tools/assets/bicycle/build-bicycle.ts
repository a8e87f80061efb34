/** Meshes the bicycle: tyres with knobs, wheels, frame, fork and handlebar, cranks, pedals, saddle. */
import { cos, sin } from '../../../src/math/portable.ts';
import { type Surface, toSingle } from '../shapes/build-surface.ts';
import { followBone } from '../shapes/dress-surface.ts';
import type { Vector } from '../shapes/level-set.ts';
import type { CharacterPart, Look } from '../shapes/write-character.ts';
import {
  bicycleBone,
  bracket,
  crankLength,
  frontHub,
  grip,
  headBottom,
  headTop,
  pedalOut,
  rearHub,
  saddle,
  tyreRadius,
  wheelRadius,
} from './skeleton.ts';
import { SolidBuilder } from './solids.ts';

const turn = 2 * Math.PI;
const side: Vector = [1, 0, 0];

export const rubber: Look = { color: [0.025, 0.025, 0.028], roughness: 0.95 };
const metal: Look = { color: [0.55, 0.56, 0.58], roughness: 0.35, metalness: 0.9 };
const leather: Look = { color: [0.05, 0.04, 0.035], roughness: 0.7 };

/** Colours of frames, linear. */
export const frameColors = {
  red: [0.42, 0.03, 0.025],
  blue: [0.02, 0.1, 0.36],
  yellow: [0.55, 0.33, 0.02],
  green: [0.03, 0.2, 0.07],
  white: [0.6, 0.6, 0.58],
} as const;
export type FrameColor = keyof typeof frameColors;

/** Resolution of the tyres: number of sides around the wheel (a multiple of 4) and around the tube. */
export interface TyreDetail {
  readonly around: number;
  readonly across: number;
}
export const fullTyre: TyreDetail = { around: 208, across: 20 };
export const groupTyre: TyreDetail = { around: 128, across: 14 };

const knobHeight = 0.005;

/** Creates all parts. Each part follows one bone of the bicycle. */
export function buildBicycle(color: FrameColor, tyre: TyreDetail = fullTyre): CharacterPart[] {
  const frame: Look = { color: frameColors[color], roughness: 0.3, metalness: 0.2 };
  return [
    part('rear-tyre', rubber, buildTyre(rearHub, tyre), 'rear_wheel'),
    part('front-tyre', rubber, buildTyre(frontHub, tyre), 'front_wheel'),
    part('rear-wheel', metal, buildWheel(rearHub), 'rear_wheel'),
    part('front-wheel', metal, buildWheel(frontHub), 'front_wheel'),
    part('frame', frame, buildFrame(), 'bicycle'),
    part('saddle', leather, buildSaddle(), 'bicycle'),
    part('fork', frame, buildFork(), 'fork'),
    part('handlebar', metal, buildHandlebar(), 'fork'),
    part('grips', leather, buildGrips(), 'fork'),
    part('cranks', metal, buildCranks(), 'crank'),
    part('pedal-left', leather, buildPedal(1), 'pedal.L'),
    part('pedal-right', leather, buildPedal(-1), 'pedal.R'),
  ];
}

function part(name: string, look: Look, surface: Surface, bone: string): CharacterPart {
  return { name, look, ...toSingle(surface), skin: followBone(surface, bicycleBone(bone)) };
}

/** Creates a torus with rows of knobs on its outer side. Every second row is shifted by half a knob. */
function buildTyre(hub: Vector, { around, across }: TyreDetail): Surface {
  const ring = wheelRadius - tyreRadius - knobHeight;
  // The profile goes from the inner side over the right side, the tread and the left side.
  const profile = Array.from({ length: across + 1 }, (_, k) => {
    const angle = (turn * (k % across)) / across - Math.PI / 2;
    return [-cos(angle) * tyreRadius, ring + sin(angle) * tyreRadius] as const;
  });
  const relief = (point: number, at: number) => {
    const angle = Math.abs((point % across) / across - 0.5);
    if (angle > 0.24) return 0;
    const row = Math.round((angle * across) / 1.5);
    return (at + 2 * (row % 2)) % 4 < 2 ? knobHeight : 0;
  };
  return new SolidBuilder().lathe(hub, side, profile, around, false, relief).build();
}

function buildWheel(hub: Vector): Surface {
  const rim = wheelRadius - 2 * tyreRadius - knobHeight + 0.006;
  const at = (angle: number, radius: number, x: number): Vector => [
    hub[0] + x,
    hub[1] + radius * cos(angle),
    hub[2] + radius * sin(angle),
  ];
  const out = new SolidBuilder()
    .lathe(
      hub,
      side,
      [
        [-0.016, rim],
        [0.016, rim],
        [0.016, rim - 0.014],
        [-0.016, rim - 0.014],
        [-0.016, rim],
      ],
      48,
      true,
    )
    .tube([hub[0] - 0.05, hub[1], hub[2]], [hub[0] + 0.05, hub[1], hub[2]], 0.017, 0.017, 16);
  const spokes = 24;
  for (let k = 0; k < spokes; k++) {
    const x = k % 2 === 0 ? 0.032 : -0.032;
    const cross = (k % 4 < 2 ? 1 : -1) * 0.5;
    const angle = (turn * k) / spokes;
    out.tube(at(angle + cross, 0.016, x), at(angle, rim - 0.01, 0), 0.0014, 0.0014, 5);
  }
  return out.build();
}

function buildFrame(): Surface {
  const seatTop: Vector = [0, 0.84, -0.2];
  const out = new SolidBuilder()
    .tube(bracket, [0, 0.9, -0.232], 0.017)
    .tube(bracket, lerp(headBottom, headTop, 0.12), 0.022)
    .tube(seatTop, lerp(headBottom, headTop, 0.8), 0.017)
    .tube(headBottom, headTop, 0.024)
    .tube([-0.045, bracket[1], bracket[2]], [0.045, bracket[1], bracket[2]], 0.025);
  for (const x of [0.062, -0.062]) {
    const dropout: Vector = [x, rearHub[1], rearHub[2]];
    out
      .polyline(
        [[0.4 * x, bracket[1], bracket[2] - 0.02], [x, bracket[1] + 0.01, bracket[2] - 0.08], dropout],
        0.01,
      )
      .polyline([[0.3 * x, seatTop[1] - 0.02, seatTop[2] - 0.01], [x, 0.73, -0.28], dropout], 0.009);
  }
  return out.tube([-0.075, rearHub[1], rearHub[2]], [0.075, rearHub[1], rearHub[2]], 0.008).build();
}

function buildSaddle(): Surface {
  const [x, y, z] = saddle;
  const out = new SolidBuilder();
  // The slices go from the broad back to the narrow nose.
  const slices = [
    [-0.13, 0.03, 0.02],
    [-0.12, 0.066, 0.03],
    [-0.07, 0.072, 0.032],
    [0, 0.04, 0.028],
    [0.09, 0.024, 0.024],
    [0.135, 0.018, 0.02],
    [0.145, 0.006, 0.01],
  ] as const;
  for (let k = 0; k + 1 < slices.length; k++) {
    const [z0, w0, h0] = slices[k];
    const [z1, w1, h1] = slices[k + 1];
    out.box(
      [x, y + 0.01 - (h0 + h1) / 4, z + (z0 + z1) / 2],
      [(w0 + w1) / 2, 0, 0],
      [0, (h0 + h1) / 4, 0],
      [0, 0, (z1 - z0) / 2 + 0.002],
    );
  }
  return out.build();
}

function buildFork(): Surface {
  const out = new SolidBuilder().tube(lerp(headTop, headBottom, 0.9), lerp(headTop, headBottom, 1.12), 0.02);
  const crown = lerp(headTop, headBottom, 1.12);
  out.tube([-0.066, crown[1], crown[2]], [0.066, crown[1], crown[2]], 0.016);
  for (const x of [0.062, -0.062]) {
    out.polyline(
      [
        [x, crown[1] + 0.005, crown[2]],
        [x, 0.55, 0.548],
        [x, frontHub[1], frontHub[2]],
      ],
      0.0125,
    );
  }
  return out.tube([-0.078, frontHub[1], frontHub[2]], [0.078, frontHub[1], frontHub[2]], 0.008).build();
}

function buildHandlebar(): Surface {
  const stem: Vector = [0, 1.05, 0.4];
  const out = new SolidBuilder().tube(headTop, [0, 1.045, 0.334], 0.018).tube([0, 1.03, 0.34], stem, 0.016);
  for (const sign of [1, -1]) {
    out.polyline(
      [
        [0, stem[1], stem[2]],
        [0.1 * sign, 1.055, 0.4],
        [0.2 * sign, 1.085, 0.375],
        [sign * (grip[0] + 0.06), grip[1], grip[2] - 0.012],
      ],
      0.0125,
    );
  }
  return out.build();
}

function buildGrips(): Surface {
  const out = new SolidBuilder();
  for (const sign of [1, -1]) {
    out.tube(
      [sign * (grip[0] - 0.06), grip[1] - 0.0005, grip[2] + 0.012],
      [sign * (grip[0] + 0.068), grip[1], grip[2] - 0.014],
      0.0165,
    );
  }
  return out.build();
}

function buildCranks(): Surface {
  const [, y, z] = bracket;
  const out = new SolidBuilder().tube([-0.075, y, z], [0.075, y, z], 0.012);
  out.lathe(
    [-0.06, y, z],
    side,
    [
      [0, 0.07],
      [0, 0.086],
      [0.004, 0.086],
      [0.004, 0.07],
      [0, 0.07],
    ],
    40,
    true,
  );
  for (let k = 0; k < 5; k++) {
    const angle = (turn * k) / 5;
    out.tube([-0.058, y, z], [-0.058, y + 0.074 * cos(angle), z + 0.074 * sin(angle)], 0.006, 0.006, 8);
  }
  for (const sign of [1, -1]) {
    out.tube([0.072 * sign, y, z], [0.082 * sign, y - sign * crankLength, z], 0.013, 0.01);
    out.tube(
      [0.078 * sign, y - sign * crankLength, z],
      [(pedalOut + 0.04) * sign, y - sign * crankLength, z],
      0.006,
      0.006,
      8,
    );
  }
  return out.build();
}

function buildPedal(sign: number): Surface {
  const y = bracket[1] - sign * crankLength;
  return new SolidBuilder()
    .box([pedalOut * sign, y, bracket[2]], [0.045, 0, 0], [0, 0.01, 0], [0, 0, 0.036])
    .build();
}

function lerp(a: Vector, b: Vector, s: number): Vector {
  return [a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s, a[2] + (b[2] - a[2]) * s];
}
