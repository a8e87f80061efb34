/**
 * Makes the pictures of the README and of docs/gallery.md with the functions of the library.
 *
 *     npx tsx tools/gallery/make-pictures.ts [--draft] [NAME…]
 *
 * Names: hero, stampede, engines, tracks, clods, riders, motion-blur, herd, crowd-live, trampled-beach, columns, materials, own-materials, mannequins, ground-looks, resolution, stages, contours, active, falling-bicycle, rider-times, running-steps, trip,
 * photographs, memory, lean, wet, stones, spray, skier, autumn-leaves, beach-run, mud-run, snow-run, modes, thigh, torsion, jump, organs, hand-on-belly, sitting, lead, literal,
 * dissolve, density, letter-s, square-to-triangle, howdy, assignment, plausible, fox-of-embers, fox-coat, shells, looks, topologies, bend, models, update-times, parting,
 * waving, gust, meadow. Without names, all are made. The page draws the pictures of fur in a browser, except shells, topologies, bend and update-times: build the
 * page before (`npm run build`). `--draft` uses one sample per pixel, for a quick look.
 */
import { join } from 'node:path';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { drawActive } from './active.ts';
import { drawAutumn } from './autumn.ts';
import { drawBarrel } from './barrel.ts';
import { drawLean, drawMemory, drawRunnerSpray, drawStones, drawWet } from './beyond.ts';
import { checkout } from './checkout.ts';
import { drawClods } from './clods.ts';
import { drawColumns } from './columns.ts';
import { drawContours } from './contours.ts';
import { drawCrackedMud } from './cracked-mud.ts';
import { drawCrowdLive } from './crowd-live.ts';
import { drawDeepSnow } from './deep-snow.ts';
import { drawEngines } from './engines/draw-engines.ts';
import { drawFallingBicycle } from './falling-bicycle.ts';
import { drawFirstSnow } from './first-snow.ts';
import { drawModes } from './flesh-modes.ts';
import { drawHandOnBelly, drawJump, drawOrgans, drawSitting } from './flesh-motion.ts';
import { drawThigh } from './flesh-thigh.ts';
import { drawTorsion } from './flesh-torsion.ts';
import { drawBend } from './fur-bend.ts';
import {
  drawFoxCoat,
  drawGust,
  drawLooks,
  drawMeadow,
  drawModels,
  drawParting,
  drawWaving,
} from './fur-scenes.ts';
import { drawShells } from './fur-shells.ts';
import { drawUpdateTimes } from './fur-times.ts';
import { drawTopologies } from './fur-topologies.ts';
import { drawGroundLooks } from './ground-looks.ts';
import { drawHerd } from './herd.ts';
import { drawHero } from './hero.ts';
import { drawKickedBall } from './kicked-ball.ts';
import { drawMannequins } from './mannequins.ts';
import { drawMaterials, drawOwnMaterials } from './materials.ts';
import { drawMuddyBoots } from './muddy-boots.ts';
import { drawAssignment } from './particles-assignment.ts';
import { drawDensity } from './particles-density.ts';
import { drawDissolve } from './particles-dissolve.ts';
import { drawLead } from './particles-lead.ts';
import { drawLiteral } from './particles-literal.ts';
import { drawSquareToTriangle } from './particles-morph.ts';
import { drawPlausible } from './particles-plausible.ts';
import { drawFoxOfEmbers, drawHowdy, drawLetterS } from './particles-shapes.ts';
import { drawPhotographs } from './photographs.ts';
import { drawResolution } from './resolution.ts';
import { drawRiderTimes } from './rider-times.ts';
import { drawMotionBlur, drawRiders } from './riders.ts';
import { drawRunningSteps } from './running-steps.ts';
import { savePng } from './save-png.ts';
import { drawSceneSheet } from './sheets.ts';
import { drawSkier } from './skier.ts';
import { drawSlopeSlip } from './slope-slip.ts';
import { drawSnowfall } from './snowfall.ts';
import { drawStages } from './stages.ts';
import { drawStampede } from './stampede.ts';
import { drawTrampledBeach } from './trampled-beach.ts';
import { drawTrip } from './trip.ts';

const folder = join(checkout, 'docs', 'images');

const pictures: Record<string, (samples: number) => Promise<Picture>> = {
  hero: (samples) => drawHero(1600, 900, samples),
  stampede: (samples) => drawStampede(1280, 676, Math.min(2, samples)),
  tracks: drawTracks,
  materials: drawMaterials,
  'own-materials': drawOwnMaterials,
  mannequins: drawMannequins,
  barrel: drawBarrel,
  'kicked-ball': drawKickedBall,
  'deep-snow': drawDeepSnow,
  snowfall: drawSnowfall,
  'first-snow': drawFirstSnow,
  'slope-slip': drawSlopeSlip,
  'muddy-boots': drawMuddyBoots,
  'cracked-mud': drawCrackedMud,
  clods: drawClods,
  'ground-looks': drawGroundLooks,
  columns: drawColumns,
  engines: drawEngines,
  resolution: drawResolution,
  stages: drawStages,
  contours: drawContours,
  active: drawActive,
  riders: drawRiders,
  'motion-blur': drawMotionBlur,
  'trampled-beach': drawTrampledBeach,
  'falling-bicycle': drawFallingBicycle,
  herd: drawHerd,
  'crowd-live': drawCrowdLive,
  'rider-times': drawRiderTimes,
  'running-steps': drawRunningSteps,
  trip: drawTrip,
  photographs: drawPhotographs,
  memory: drawMemory,
  lean: drawLean,
  wet: drawWet,
  stones: drawStones,
  spray: drawRunnerSpray,
  skier: drawSkier,
  'autumn-leaves': drawAutumn,
  'beach-run': () => drawSceneSheet('beach-run'),
  'mud-run': () => drawSceneSheet('mud-run'),
  'snow-run': () => drawSceneSheet('snow-run'),
  modes: drawModes,
  thigh: drawThigh,
  torsion: drawTorsion,
  jump: drawJump,
  organs: drawOrgans,
  'hand-on-belly': drawHandOnBelly,
  sitting: drawSitting,
  lead: drawLead,
  literal: drawLiteral,
  dissolve: drawDissolve,
  density: drawDensity,
  'letter-s': drawLetterS,
  'square-to-triangle': drawSquareToTriangle,
  howdy: drawHowdy,
  assignment: drawAssignment,
  plausible: drawPlausible,
  'fox-of-embers': drawFoxOfEmbers,
  'fox-coat': drawFoxCoat,
  shells: drawShells,
  looks: drawLooks,
  topologies: drawTopologies,
  bend: drawBend,
  models: drawModels,
  'update-times': drawUpdateTimes,
  parting: drawParting,
  waving: drawWaving,
  gust: drawGust,
  meadow: drawMeadow,
};

/** Draws one moment twice, without and with tracks: Sumner 1999, figures 2 and 1. */
async function drawTracks(samples: number): Promise<Picture> {
  const page = createPicture(1600, 445, sheetColors.paper);
  placePicture(page, await drawHero(792, 445, samples, false), 0, 0);
  placePicture(page, await drawHero(792, 445, samples, true), 808, 0);
  return page;
}

async function main(args: readonly string[]): Promise<void> {
  const names = args.filter((word) => !word.startsWith('--'));
  const samples = args.includes('--draft') ? 1 : 3;
  const unknown = names.filter((name) => !Object.hasOwn(pictures, name));
  if (unknown.length > 0) {
    console.error(`no picture "${unknown[0]}": there are ${Object.keys(pictures).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  for (const name of names.length > 0 ? names : Object.keys(pictures)) {
    const begun = performance.now();
    const bytes = savePng(join(folder, `${name}.png`), await pictures[name](samples));
    const seconds = (performance.now() - begun) / 1000;
    console.log(`docs/images/${name}.png  ${Math.round(bytes / 1000)} kB  ${seconds.toFixed(1)} s`);
  }
}

await main(process.argv.slice(2));
