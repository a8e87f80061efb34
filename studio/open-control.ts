import crowdMannequinAddress from '../scenes/assets/crowd-mannequin.glb?url';
import dogAddress from '../scenes/assets/dog.glb?url';
import elephantAddress from '../scenes/assets/elephant.glb?url';
import foxAddress from '../scenes/assets/fox.glb?url';
import heavyMannequinAddress from '../scenes/assets/heavy-mannequin.glb?url';
import lettersAddress from '../scenes/assets/letters.otf?url';
import mannequinAddress from '../scenes/assets/mannequin.glb?url';
import organsAddress from '../scenes/assets/organs.glb?url';
import dogCombAddress from '../scenes/dog/comb.png?url';
import dogLengthAddress from '../scenes/dog/length.png?url';
import elephantCombAddress from '../scenes/elephant/comb.png?url';
import elephantLengthAddress from '../scenes/elephant/length.png?url';
import foxCombAddress from '../scenes/fox-coat/comb.png?url';
import foxDensityAddress from '../scenes/fox-coat/density.png?url';
import foxLengthAddress from '../scenes/fox-coat/length.png?url';
import duskAddress from '../scenes/image-dissolve/dusk.png?url';
import foxPictureAddress from '../scenes/image-dissolve/fox.png?url';
import bowlsAddress from '../scenes/three-bowls/bowls.glb?url';
import heapAddress from '../scenes/three-bowls/heap.glb?url';
import { fetchGivenFiles } from './document/fetch-given-files.ts';
import { applyChanges, decodeLink, type LinkContent } from './document/link.ts';
import { type GivenFile, openFiles } from './document/open-files.ts';
import { openShippedScene, type ShippedAsset, shippedScenes } from './document/shipped-scenes.ts';
import { type StudioDocument, systemsOf } from './document/studio-document.ts';

export interface OpenControlOptions {
  /** The document that is open; null before the first. */
  document(): StudioDocument | null;
  opened(document: StudioDocument): void;
  failed(error: unknown): void;
  /** Gives what takes the words away again. */
  say(words: string, stays?: boolean): () => void;
}

/** Every way in: files that were dropped or chosen, scenes that come with the page, links. */
export class OpenControl {
  /** A link that waits for its character. */
  private awaited: { link: LinkContent; forget(): void } | null = null;
  private turn = 0;

  constructor(private readonly options: OpenControlOptions) {}

  /** Opens what was dropped or chosen. */
  async openGiven(files: readonly GivenFile[]): Promise<void> {
    await this.tryTo(async () => {
      const document = this.options.document();
      const material = document ? systemsOf(document.scene)[0]?.material : undefined;
      const opened = await openFiles(files, typeof material === 'string' ? material : 'sand');
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

  /** Opens what the address names, else the first of the page's own scenes. */
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
        const words = `This link has the settings for ${link.origin.file}, which cannot travel in a link: drop that file here.`;
        this.awaited = { link, forget: this.options.say(words, true) };
      }
    } catch (error) {
      this.options.failed(error);
    }
    if (!this.options.document()) await this.openShipped(shippedScenes[0].id);
  }

  /** Opens a document, unless another was asked for meanwhile. */
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

const assetAddresses: Record<ShippedAsset, string> = {
  'mannequin.glb': mannequinAddress,
  'heavy-mannequin.glb': heavyMannequinAddress,
  'crowd-mannequin.glb': crowdMannequinAddress,
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
};

/** Fetches a file that comes with the page. */
export async function fetchAsset(asset: ShippedAsset): Promise<Uint8Array> {
  const response = await fetch(assetAddresses[asset]);
  if (!response.ok) throw new Error(`${asset} could not be fetched (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}
