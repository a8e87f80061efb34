import { InputError } from '../../../../input-error.ts';
import { hashUnit } from '../../../../math/random.ts';
import type { Outline } from '../../../../motion/outline.ts';
import type { TextLayout } from '../../../../motion/text-layout.ts';
import { cutRegion, type PlaneRegion } from '../../../../systems/particles/shapes/plane-region.ts';
import { RegionTooLarge } from '../../../../systems/particles/shapes/region-work.ts';
import { readFont } from '../../../font/read-font.ts';
import { decodeSvg } from '../../../svg/decode-svg.ts';
import { readSvg } from '../../../svg/read-svg.ts';
import { makeFont } from '../../make-font.ts';
import { makeTrueType } from '../../make-truetype.ts';
import { packWoff } from '../../pack-woff.ts';
import { check, checkFinite, type FuzzFiles, type FuzzSubject, singleFile } from '../fuzz-subject.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><style>.a { fill : #f00 ; stroke : blue }</style>' +
  '<defs><symbol id="s" viewBox="0 0 2 2"><circle r="1"/></symbol><linearGradient id="g"><stop offset="0" stop-color="red"/>' +
  '<stop offset="50%" stop-color="#00f8"/></linearGradient></defs><g transform="rotate( 30 5 5 ) scale( 2 1 )">' +
  '<path class="a" stroke-width="0.5" d="M 1 1 h 3 q 2 2 1 3 a 2 3 30 1 0 1 1 t 1 2 z"/><use href="#s" width="3" height="3"/>' +
  '<polygon points="1 2 3 4 5 0" fill="rgb(1 2 3)" opacity="0.5"/><rect width="3" height="2" rx="1" fill="url(#g)"/>' +
  '<polyline points="0,0 3,3 4,1" fill="none" stroke="red" stroke-linejoin="round" stroke-linecap="square" stroke-dasharray="1 2"/>' +
  '<ellipse cx="5" cy="5" rx="1cm" ry="20%"/></g></svg>';

const layout: TextLayout = {
  align: 'center',
  letterSpacing: 0.1,
  lineSpacing: 1.2,
  textPath: 'systems[0].shapes[1].text',
};

function checkOutline({ areas, bounds }: Outline): void {
  checkFinite(Object.values(bounds), 'bounds');
  for (const { loops } of areas) {
    for (const loop of loops) {
      check(loop.length >= 6, 'a loop of fewer than three corners');
      checkFinite(loop, 'loop');
    }
  }
}

/**
 * Returns a drawing of a polygon through random points that crosses itself many times, and a stroke. Every fifth point has integer
 * coordinates, so that some points and edges coincide.
 */
function tangle(rule: string): string {
  const positions = Array.from({ length: 60 }, (_, k) => {
    const [x, y] = [1, 2].map((axis) => 10 * hashUnit(7, k, axis));
    return k % 5 === 0 ? `${Math.round(x)} ${Math.round(y)}` : `${x.toFixed(3)} ${y.toFixed(3)}`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path fill="red" fill-rule="${rule}" d="M${positions.join(' L')}z"/>` +
    `<path fill="none" stroke="#00f8" stroke-width="0.5" stroke-linejoin="round" d="M${positions.slice(0, 20).join(' L')}"/></svg>`
  );
}

/** Cuts areas as particle shapes do. If a region is too large, an InputError is the expected result. */
function cutOrRefuse(areas: Outline['areas'], name: string): PlaneRegion {
  try {
    return cutRegion(areas);
  } catch (error) {
    if (error instanceof RegionTooLarge) throw InputError.at(name, error.message);
    throw error;
  }
}

function setWords([{ name, bytes }]: FuzzFiles): void {
  const font = readFont(bytes, name);
  checkOutline(font.outlineText('HI\nO', layout));
  checkOutline(font.outlineText('HIO', { ...layout, letterSpacing: 0 }));
}

export const drawingSubjects: readonly FuzzSubject[] = [
  {
    name: 'SVG',
    kind: 'text',
    sources: () => singleFile('fuzz.svg', svg),
    read: ([{ name, bytes }]) => checkOutline(readSvg(decodeSvg(bytes, name), name)),
  },
  {
    name: 'drawings that cross themselves',
    runFraction: 0.1,
    kind: 'text',
    sources: () => singleFile('fuzz.svg', ...['nonzero', 'evenodd'].map(tangle)),
    read([{ name, bytes }]) {
      const { areas } = readSvg(decodeSvg(bytes, name), name);
      const { trapezoids, edges } = cutOrRefuse(areas, name);
      checkFinite(trapezoids.corners, 'trapezoids');
      checkFinite(edges.corners, 'edges');
    },
  },
  {
    name: 'font',
    kind: 'binary',
    sources: () => singleFile('fuzz.otf', makeFont(), makeTrueType()),
    read: setWords,
  },
  {
    name: 'WOFF',
    kind: 'binary',
    sources: () => singleFile('fuzz.woff', packWoff(makeFont()), packWoff(makeTrueType())),
    read: setWords,
  },
];
