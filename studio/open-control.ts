import bicycleGlbAddress from '../scenes/assets/bicycle.glb?url';
import crowdMannequinAddress from '../scenes/assets/crowd-mannequin.glb?url';
import dogAddress from '../scenes/assets/dog.glb?url';
import elephantAddress from '../scenes/assets/elephant.glb?url';
import foxAddress from '../scenes/assets/fox.glb?url';
import heavyMannequinAddress from '../scenes/assets/heavy-mannequin.glb?url';
import lettersAddress from '../scenes/assets/letters.otf?url';
import mannequinAddress from '../scenes/assets/mannequin.glb?url';
import organsAddress from '../scenes/assets/organs.glb?url';
import riderBlueGlbAddress from '../scenes/assets/rider-blue.glb?url';
import riderRedGlbAddress from '../scenes/assets/rider-red.glb?url';
import riderYellowGlbAddress from '../scenes/assets/rider-yellow.glb?url';
import skierGlbAddress from '../scenes/assets/skier.glb?url';
import touchClipsAddress from '../scenes/assets/touch-clips.glb?url';
import trippingRunnerGlbAddress from '../scenes/assets/tripping-runner.glb?url';
import barrelBallObjAddress from '../scenes/barrel/ball.obj?url';
import barrelBarrelMtlAddress from '../scenes/barrel/barrel.mtl?url';
import barrelBarrelObjAddress from '../scenes/barrel/barrel.obj?url';
import barrelSlopePngAddress from '../scenes/barrel/slope.png?url';
import dogCombAddress from '../scenes/dog/comb.png?url';
import dogLengthAddress from '../scenes/dog/length.png?url';
import dunesTerrainAddress from '../scenes/dunes-walk/terrain.png?url';
import elephantCombAddress from '../scenes/elephant/comb.png?url';
import elephantLengthAddress from '../scenes/elephant/length.png?url';
import foxCombAddress from '../scenes/fox-coat/comb.png?url';
import foxDensityAddress from '../scenes/fox-coat/density.png?url';
import foxLengthAddress from '../scenes/fox-coat/length.png?url';
import grassSquareAddress from '../scenes/grass-square/square.obj?url';
import duskAddress from '../scenes/image-dissolve/dusk.png?url';
import foxPictureAddress from '../scenes/image-dissolve/fox.png?url';
import rollingWheelCartKeysJsonAddress from '../scenes/rolling-wheel/cart.keys.json?url';
import rollingWheelCartObjAddress from '../scenes/rolling-wheel/cart.obj?url';
import rollingWheelWheelCsvAddress from '../scenes/rolling-wheel/wheel.csv?url';
import rollingWheelWheelMtlAddress from '../scenes/rolling-wheel/wheel.mtl?url';
import rollingWheelWheelObjAddress from '../scenes/rolling-wheel/wheel.obj?url';
import skierSlopeObjAddress from '../scenes/skier/slope.obj?url';
import rampAddress from '../scenes/slope-slip/ramp.png?url';
import bowlsAddress from '../scenes/three-bowls/bowls.glb?url';
import heapAddress from '../scenes/three-bowls/heap.glb?url';
import trampledBeachChildAddress from '../scenes/trampled-beach/child.ground?url';
import trampledBeachJoggerAddress from '../scenes/trampled-beach/jogger.ground?url';
import trampledBeachStrollerAddress from '../scenes/trampled-beach/stroller.ground?url';
import trippingRunnerLogKeysJsonAddress from '../scenes/tripping-runner/log.keys.json?url';
import trippingRunnerLogObjAddress from '../scenes/tripping-runner/log.obj?url';
import { isTerrainFile } from '../src/files/index.ts';
import { materialNames } from '../src/systems/ground/index.ts';
import { fetchGivenFiles } from './document/fetch-given-files.ts';
import { applyChanges, decodeLink, type LinkContent } from './document/link.ts';
import { type GivenFile, openFiles } from './document/open-files.ts';
import { openShippedScene, type ShippedAsset, shippedScenes } from './document/shipped-scenes.ts';
import { type StudioDocument, systemsOf } from './document/studio-document.ts';

export interface OpenControlOptions {
  /** Returns the open document. Null if none has been opened yet. */
  document(): StudioDocument | null;
  opened(document: StudioDocument): void;
  /** Adds a terrain to the ground of the open document. Returns false if it has no ground. */
  takeTerrain(file: GivenFile): boolean;
  failed(error: unknown): void;
  /** Shows a message. stays: until the user closes it. Returns a function that removes the message. */
  say(message: string, stays?: boolean): () => void;
}

/** Everything that opens documents: dropped or chosen files, shipped scenes, links. */
export class OpenControl {
  /** A link that waits until the user has given its character. */
  private awaited: { link: LinkContent; forget(): void } | null = null;
  private turn = 0;

  constructor(private readonly options: OpenControlOptions) {}

  /** Opens dropped or chosen files. A single terrain is added to the open ground. */
  async openGiven(files: readonly GivenFile[]): Promise<void> {
    if (files.length === 1 && isTerrain(files[0]) && this.options.takeTerrain(files[0])) return;
    await this.tryTo(async () => {
      const document = this.options.document();
      const material = document ? systemsOf(document.scene)[0]?.material : undefined;
      const opened = await openFiles(
        files,
        materialNames.find((name) => name === material),
      );
      const awaited = this.awaited;
      this.awaited = null;
      awaited?.forget();
      return { ...opened, scene: applyChanges(opened.scene, awaited?.link.changes ?? []) };
    });
  }

  async openShipped(id: string, changes: LinkContent['changes'] = []): Promise<void> {
    await this.tryTo(async () => {
      const shipped = await openShippedScene(id, fetchAsset);
      return { ...shipped, scene: applyChanges(shipped.scene, changes) };
    });
  }

  /** Opens the scene that the address names, or else the first shipped scene. */
  async openLink(): Promise<void> {
    try {
      if (location.hash === '#given') {
        await this.openGiven(await fetchGivenFiles());
        return;
      }
      const link = decodeLink(location.hash);
      if (link?.origin.kind === 'shipped') {
        await this.openShipped(link.origin.id, link.changes);
        return;
      }
      if (link) {
        this.awaited?.forget();
        const message = `This link has the settings for ${link.origin.file}, but not the file itself: drop that file here.`;
        this.awaited = { link, forget: this.options.say(message, true) };
      }
    } catch (error) {
      this.options.failed(error);
    }
    if (!this.options.document()) await this.openShipped(shippedScenes[0].id);
  }

  /** Opens a document, unless another one has been requested in the meantime. */
  private async tryTo(open: () => Promise<StudioDocument>): Promise<void> {
    const turn = ++this.turn;
    try {
      const document = await open();
      if (turn === this.turn) this.options.opened(document);
    } catch (error) {
      if (turn === this.turn) this.options.failed(error);
    }
  }
}

function isTerrain({ path, bytes }: GivenFile): boolean {
  return /\.ground$/i.test(path) || isTerrainFile(bytes);
}

const assetAddresses: Record<ShippedAsset, string> = {
  'mannequin.glb': mannequinAddress,
  'heavy-mannequin.glb': heavyMannequinAddress,
  'crowd-mannequin.glb': crowdMannequinAddress,
  'touch-clips.glb': touchClipsAddress,
  'organs.glb': organsAddress,
  'letters.otf': lettersAddress,
  'dusk.png': duskAddress,
  'fox.png': foxPictureAddress,
  'bowls.glb': bowlsAddress,
  'heap.glb': heapAddress,
  'fox.glb': foxAddress,
  'dog.glb': dogAddress,
  'elephant.glb': elephantAddress,
  'fox-coat/length.png': foxLengthAddress,
  'fox-coat/density.png': foxDensityAddress,
  'fox-coat/comb.png': foxCombAddress,
  'dog/length.png': dogLengthAddress,
  'dog/comb.png': dogCombAddress,
  'elephant/length.png': elephantLengthAddress,
  'elephant/comb.png': elephantCombAddress,
  'dunes-walk/terrain.png': dunesTerrainAddress,
  'slope-slip/ramp.png': rampAddress,
  'bicycle.glb': bicycleGlbAddress,
  'rider-red.glb': riderRedGlbAddress,
  'rider-blue.glb': riderBlueGlbAddress,
  'rider-yellow.glb': riderYellowGlbAddress,
  'grass-square/square.obj': grassSquareAddress,
  'barrel/barrel.obj': barrelBarrelObjAddress,
  'barrel/ball.obj': barrelBallObjAddress,
  'barrel/barrel.mtl': barrelBarrelMtlAddress,
  'barrel/slope.png': barrelSlopePngAddress,
  'rolling-wheel/wheel.obj': rollingWheelWheelObjAddress,
  'rolling-wheel/wheel.mtl': rollingWheelWheelMtlAddress,
  'rolling-wheel/wheel.csv': rollingWheelWheelCsvAddress,
  'rolling-wheel/cart.obj': rollingWheelCartObjAddress,
  'rolling-wheel/cart.keys.json': rollingWheelCartKeysJsonAddress,
  'skier.glb': skierGlbAddress,
  'skier/slope.obj': skierSlopeObjAddress,
  'trampled-beach/stroller.ground': trampledBeachStrollerAddress,
  'trampled-beach/child.ground': trampledBeachChildAddress,
  'trampled-beach/jogger.ground': trampledBeachJoggerAddress,
  'tripping-runner.glb': trippingRunnerGlbAddress,
  'tripping-runner/log.obj': trippingRunnerLogObjAddress,
  'tripping-runner/log.keys.json': trippingRunnerLogKeysJsonAddress,
};

/** Fetches a file that comes with the page. */
export async function fetchAsset(asset: ShippedAsset): Promise<Uint8Array> {
  const response = await fetch(assetAddresses[asset]);
  if (!response.ok) throw new Error(`${asset} could not be fetched (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}
