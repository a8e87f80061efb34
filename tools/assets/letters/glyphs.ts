/** The skeletons of the letters: a geometric sans serif of one pen with round ends. Units of 1/1000 em. */
import { arc, dot, join, line, penFlatness, penHalf, type Stroke } from './strokes.ts';

export interface GlyphSkeleton {
  readonly character: string;
  readonly name: string;
  readonly strokes: readonly Stroke[];
  /** Side bearings, left and right. */
  readonly bearings: readonly [number, number];
}

export const capHeight = 700;
export const xHeight = 500;
export const ascender = 740;
export const descender = -210;

/** Side bearings of straight strokes, round strokes and slanted strokes. */
const bearingOf = { s: 64, r: 44, d: 22, t: 30 };
type Side = keyof typeof bearingOf;

// Heights of the pen's centre line: on the baseline, below the height of capitals, below the x-height, below ascenders.
const base = penHalf * penFlatness;
const top = capHeight - base;
const middle = capHeight / 2;
const low = xHeight - base;
const lowMiddle = xHeight / 2;
const tall = ascender - base;
const deep = descender + base;
/** Distance by which round letters extend beyond the lines (overshoot). */
const over = 8;

// Round parts of capitals and of small letters.
const capY = middle - base + over;
const bowlX = 200;
const bowlY = lowMiddle - base + over;
const stem = (x: number, from: number, to: number) => line(x, from, x, to);
const bowl = (x: number) => arc(x, lowMiddle, bowlX, bowlY, 0, 360);
/** Returns the path from a stem at `x` over an arch down to the baseline. */
const arch = (x: number, width: number) =>
  join(
    arc(x + width / 2, low - 175, width / 2, 175 + over, 180, 0),
    line(x + width, low - 175, x + width, base),
  );

const capitals: readonly [string, string, ...Stroke[]][] = [
  ['A', 'dd', line(0, base, 275, top, 550, base), line(88, 232, 462, 232)],
  [
    'B',
    'sr',
    join(
      line(0, base, 0, top, 200, top),
      arc(200, (top + 368) / 2, 148, (top - 368) / 2, 90, -90),
      line(200, 368, 0, 368),
    ),
    join(
      line(200, 368, 220, 368),
      arc(220, (base + 368) / 2, 165, (368 - base) / 2, 90, -90),
      line(220, base, 0, base),
    ),
  ],
  ['C', 'rt', arc(295, middle, 295, capY, 46, 314)],
  [
    'D',
    'sr',
    join(
      line(0, base, 0, top, 180, top),
      arc(180, middle, 280, top - middle, 90, -90),
      line(180, base, 0, base),
    ),
  ],
  ['E', 'st', line(340, top, 0, top, 0, base, 340, base), line(0, middle + 5, 295, middle + 5)],
  ['F', 'st', line(335, top, 0, top, 0, base), line(0, middle - 15, 285, middle - 15)],
  ['G', 'rs', join(arc(295, middle, 295, capY, 46, 347), line(582, 300, 330, 300))],
  ['H', 'ss', stem(0, base, top), stem(420, base, top), line(0, middle + 5, 420, middle + 5)],
  ['I', 'ss', stem(0, base, top)],
  ['J', 'ts', join(line(275, top, 275, 195), arc(137, 195, 138, 195 - base + over, 0, -172))],
  ['K', 'st', stem(0, base, top), line(385, top, 0, 268), line(132, 388, 405, base)],
  ['L', 'st', line(0, top, 0, base, 320, base)],
  ['M', 'ss', line(0, base, 0, top, 270, 215, 540, top, 540, base)],
  ['N', 'ss', line(0, base, 0, top, 430, base, 430, top)],
  ['O', 'rr', arc(305, middle, 305, capY, 0, 360)],
  [
    'P',
    'sr',
    join(
      line(0, base, 0, top, 195, top),
      arc(195, (top + 296) / 2, 175, (top - 296) / 2, 90, -90),
      line(195, 296, 0, 296),
    ),
  ],
  ['Q', 'rr', arc(305, middle, 305, capY, 0, 360), line(385, 205, 560, 15)],
  [
    'R',
    'st',
    join(
      line(0, base, 0, top, 195, top),
      arc(195, (top + 306) / 2, 170, (top - 306) / 2, 90, -90),
      line(195, 306, 0, 306),
    ),
    line(185, 306, 390, base),
  ],
  ['S', 'rr', wave(205, capHeight, 195, 210)],
  ['T', 'tt', line(0, top, 470, top), stem(235, base, top)],
  [
    'U',
    'ss',
    join(line(0, top, 0, 262), arc(205, 262, 205, 262 - base + over, 180, 360), line(410, 262, 410, top)),
  ],
  ['V', 'dd', line(0, top, 255, base, 510, top)],
  ['W', 'dd', line(0, top, 195, base, 390, top - 60, 585, base, 780, top)],
  ['X', 'dd', line(0, top, 440, base), line(0, base, 440, top)],
  ['Y', 'dd', line(0, top, 240, 330, 480, top), line(240, 330, 240, base)],
  ['Z', 'tt', line(10, top, 430, top, 0, base, 440, base)],
];

const small: readonly [string, string, ...Stroke[]][] = [
  ['a', 'rs', bowl(bowlX), stem(2 * bowlX, base, low)],
  ['b', 'sr', stem(0, base, tall), bowl(bowlX)],
  ['c', 'rt', arc(bowlX, lowMiddle, bowlX, bowlY, 48, 312)],
  ['d', 'rs', bowl(bowlX), stem(2 * bowlX, base, tall)],
  ['e', 'rt', join(line(0, lowMiddle, 2 * bowlX, lowMiddle), arc(bowlX, lowMiddle, bowlX, bowlY, 0, 316))],
  [
    'f',
    'tt',
    join(line(95, base, 95, tall - 130), arc(225, tall - 130, 130, 130, 180, 80)),
    line(0, low, 235, low),
  ],
  [
    'g',
    'rs',
    bowl(bowlX),
    join(line(2 * bowlX, low, 2 * bowlX, 10), arc(bowlX, 10, bowlX, 10 - deep, 0, -145)),
  ],
  ['h', 'ss', stem(0, base, tall), arch(0, 360)],
  ['i', 'ss', stem(0, base, low), dot(0, 668)],
  ['j', 'ts', join(line(110, low, 110, -20), arc(0, -20, 110, -20 - deep, 0, -110)), dot(110, 668)],
  ['k', 'st', stem(0, base, tall), line(300, low, 0, 196), line(108, 284, 320, base)],
  ['l', 'ss', stem(0, base, tall)],
  ['m', 'ss', stem(0, base, low), arch(0, 312), arch(312, 312)],
  ['n', 'ss', stem(0, base, low), arch(0, 360)],
  ['o', 'rr', bowl(bowlX)],
  ['p', 'sr', stem(0, deep, low), bowl(bowlX)],
  ['q', 'rs', bowl(bowlX), stem(2 * bowlX, deep, low)],
  ['r', 'st', stem(0, base, low), arc(185, low - 175, 185, 175 + over, 180, 62)],
  ['s', 'rr', wave(148, xHeight, 140, 150)],
  [
    't',
    'tt',
    join(line(95, 640, 95, base + 130), arc(225, base + 130, 130, 130 + over, 180, 282)),
    line(0, low, 240, low),
  ],
  [
    'u',
    'ss',
    join(line(0, low, 0, base + 175), arc(180, base + 175, 180, 175 + over, 180, 360)),
    stem(360, base, low),
  ],
  ['v', 'dd', line(0, low, 195, base, 390, low)],
  ['w', 'dd', line(0, low, 155, base, 310, low - 40, 465, base, 620, low)],
  ['x', 'dd', line(0, low, 340, base), line(0, base, 340, low)],
  ['y', 'dd', line(0, low, 203, base + 10), line(400, low, 120, deep)],
  ['z', 'tt', line(5, low, 330, low, 0, base, 335, base)],
];

const others: readonly [string, string, ...Stroke[]][] = [
  ['0', 'rr', arc(220, middle, 220, capY, 0, 360)],
  ['1', 'ts', line(0, 540, 150, top, 150, base)],
  ['2', 'tt', join(arc(195, top - 178, 190, 178 + over, 165, -38), line(0, base, 395, base))],
  [
    '3',
    'tr',
    arc(185, (top + 368) / 2, 168, (top - 368) / 2 + over, 150, -90),
    arc(190, (base + 368) / 2, 192, (368 - base) / 2 + over, 90, -152),
  ],
  ['4', 'tt', line(300, base, 300, top, 0, 215, 410, 215)],
  ['5', 'tr', join(line(350, top, 70, top, 45, 390), arc(190, 242, 198, 242 - base + over, 138, -150))],
  ['6', 'rr', arc(205, 240, 205, 240 - base + over, 0, 360), arc(350, 240, 350, top - 240, 180, 103)],
  ['7', 'tt', line(0, top, 400, top, 120, base)],
  [
    '8',
    'rr',
    arc(205, (top + 375) / 2, 165, (top - 375) / 2 + over, 0, 360),
    arc(205, (base + 375) / 2, 200, (375 - base) / 2 + over, 0, 360),
  ],
  ['9', 'rr', arc(205, 460, 205, top - 460 + over, 0, 360), arc(60, 460, 350, 460 - base, 0, -77)],
  ['.', 'ss', dot(0, 1.18 * base)],
  [',', 'ss', line(20, 70, -15, -75)],
  [':', 'ss', dot(0, 1.18 * base), dot(0, 400)],
  [';', 'ss', line(20, 70, -15, -75), dot(20, 400)],
  ['!', 'ss', stem(0, 260, top), dot(0, 1.18 * base)],
  [
    '?',
    'tt',
    join(arc(180, top - 165, 180, 165 + over, 160, -52), line(195, 330, 190, 252)),
    dot(190, 1.18 * base),
  ],
  ['-', 'tt', line(0, 255, 200, 255)],
  ['–', 'tt', line(0, 255, 400, 255)],
  ['+', 'tt', line(0, 320, 380, 320), stem(190, 130, 510)],
  ['=', 'tt', line(0, 405, 360, 405), line(0, 225, 360, 225)],
  ['/', 'tt', line(0, -60, 270, ascender)],
  ["'", 'ss', stem(0, 560, top)],
  ['"', 'ss', stem(0, 560, top), stem(170, 560, top)],
  ['(', 'rt', arc(330, 290, 330, 450, 142, 218)],
  [')', 'tr', arc(0, 290, 330, 450, 38, -38)],
];

/** Returns an S of two round parts. The upper part is narrower. */
function wave(x: number, height: number, upper: number, lower: number): Stroke {
  const reach = height / 2 - base + over;
  const split = height / 2 + 0.02 * height;
  const up = (height / 2 + reach - split) / 2;
  const down = (split - height / 2 + reach) / 2;
  return join(arc(x, split + up, upper, up, 38, 270), arc(x, split - down, lower, down, 90, -142));
}

const names: Readonly<Record<string, string>> = {
  '0': 'zero',
  '1': 'one',
  '2': 'two',
  '3': 'three',
  '4': 'four',
  '5': 'five',
  '6': 'six',
  '7': 'seven',
  '8': 'eight',
  '9': 'nine',
  '.': 'period',
  ',': 'comma',
  ':': 'colon',
  ';': 'semicolon',
  '!': 'exclam',
  '?': 'question',
  '-': 'hyphen',
  '–': 'endash',
  '+': 'plus',
  '=': 'equal',
  '/': 'slash',
  "'": 'quotesingle',
  '"': 'quotedbl',
  '(': 'parenleft',
  ')': 'parenright',
};

export const glyphs: readonly GlyphSkeleton[] = [...capitals, ...small, ...others].map(
  ([character, sides, ...strokes]) => ({
    character,
    name: names[character] ?? character,
    strokes,
    bearings: [bearingOf[sides[0] as Side], bearingOf[sides[1] as Side]],
  }),
);

/** Width of a space. */
export const spaceWidth = 260;

/** Kerning pairs: left letters, right letters, and the change of the distance in units. */
export const kerning: readonly (readonly [string, string, number])[] = [
  ['A', 'TVWY', -72],
  ['A', 'CGOQUvwy', -22],
  ['TVWY', 'A', -72],
  ['T', 'aceogqdmnprsuvwxyz', -78],
  ['VWY', 'aceogqd', -46],
  ['VWY', 'mnprsu', -28],
  ['F', 'Aaeo', -44],
  ['P', 'A', -76],
  ['P', 'aeo', -24],
  ['L', 'TVWY', -84],
  ['L', 'vy', -40],
  ['K', 'OCGQoecvwy', -30],
  ['R', 'TVWY', -22],
  ['OQD', 'AVWXY', -20],
  ['AVWYTPF', '.,', -80],
  ['rvwy', '.,', -60],
  ['r', 'aceogqd', -18],
  ['ow', 'vwxy', -14],
  ['bop', 'vwxyz', -12],
  ['vwy', 'aceogqd', -14],
  ['k', 'aceogqd', -22],
  ['f', 'aceogqd', -16],
  ['7', '.,', -80],
];
