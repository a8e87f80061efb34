import type { Outline } from '../../../../motion/outline.ts';
import type { TextLayout } from '../../../../motion/text-layout.ts';
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
