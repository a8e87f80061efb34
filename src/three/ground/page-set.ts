import type { Object3D } from 'three';
import type { GroundLook } from './ground-look.ts';
import type { GroundShading } from './ground-shading.ts';
import { type GroundScale, LayerPage, type Patch, type PatchShape } from './layer-page.ts';

/** Creates as many pages of the same shape as the patches need. */
export class PageSet {
  private readonly pages: LayerPage[] = [];
  castShadow = true;
  receiveShadow = true;

  constructor(
    private readonly parent: Object3D,
    readonly shape: PatchShape,
    readonly scale: GroundScale,
    private readonly shading: GroundShading,
  ) {}

  get patchCount(): number {
    return this.pages.reduce((sum, page) => sum + page.patches.length, 0);
  }

  get uploadedBytes(): number {
    return this.pages.reduce((sum, page) => sum + page.uploadedBytes, 0);
  }

  /** Adds a patch of which every `step`-th vertex is drawn. */
  add(i0: number, j0: number, stride: number, step = 1): Patch {
    let page = this.pages.find((candidate) => candidate.step === step && !candidate.isFull);
    if (!page) {
      page = new LayerPage(this.shape, this.scale, this.shading, step);
      page.setShadows(this.castShadow, this.receiveShadow);
      this.pages.push(page);
      this.parent.add(page.mesh);
    }
    return page.add(i0, j0, stride);
  }

  removeAll(): void {
    for (const page of this.pages) page.removeAll();
  }

  setShadows(cast: boolean, receive: boolean): void {
    this.castShadow = cast;
    this.receiveShadow = receive;
    for (const page of this.pages) page.setShadows(cast, receive);
  }

  setLook(look: GroundLook): void {
    for (const page of this.pages) page.setLook(look);
  }

  flush(): void {
    for (const page of this.pages) page.flush();
  }

  dispose(): void {
    for (const page of this.pages) {
      this.parent.remove(page.mesh);
      page.dispose();
    }
    this.pages.length = 0;
  }
}
