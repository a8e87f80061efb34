import { composeScene } from './document/compose-scene.ts';
import { encodeLink } from './document/link.ts';
import type { StudioDocument } from './document/studio-document.ts';
import type { DownloadState } from './panels/panel.ts';
import { linkNote } from './panels/share-panel.ts';
import { zipScene } from './run/bake-download.ts';
import type { BakedDownload, Problem } from './run/protocol.ts';
import { type RunningTask, startBake } from './run/run-client.ts';

export interface DownloadEvents {
  changed(): void;
  failed(problem: Problem): void;
}

/** Controls everything that the page exports: the bake, the scene, the link. */
export class DownloadControl {
  private current: DownloadState = { kind: 'none' };
  private task: RunningTask<BakedDownload> | null = null;

  constructor(private readonly events: DownloadEvents) {}

  get state(): DownloadState {
    return this.current;
  }

  /** Runs the document from its start in a separate worker, without skipped steps, and saves the files of a bake. */
  bake(document: StudioDocument): void {
    this.task?.cancel();
    const { scene, files } = composeScene(document);
    const { name } = document;
    const task = startBake({ name, scene, files: [...files] }, (fraction, message) => {
      if (this.task === task) this.set({ kind: 'baking', fraction, message });
    });
    this.task = task;
    this.set({ kind: 'baking', fraction: 0, message: 'starting' });
    task.result.then(
      (download) => {
        if (this.task !== task) return;
        this.task = null;
        saveFile(`${name}.zip`, download.zip);
        this.set({ kind: 'done', download, isCurrent: true });
      },
      (problem: Problem) => {
        if (this.task !== task) return;
        this.task = null;
        this.set({ kind: 'none' });
        this.events.failed(problem);
      },
    );
  }

  cancel(): void {
    this.task?.cancel();
    this.task = null;
    this.set({ kind: 'none' });
  }

  /** Called when another document is opened. */
  forget(): void {
    if (this.current.kind !== 'none') this.cancel();
  }

  /** Called when the document changes. Marks the last download as outdated. */
  outdate(): void {
    if (this.current.kind === 'done' && this.current.isCurrent)
      this.current = { ...this.current, isCurrent: false };
  }

  saveScene(document: StudioDocument): void {
    const { scene, files } = composeScene(document);
    saveFile(`${document.name}-scene.zip`, zipScene(scene, files));
  }

  /** Writes the link into the address and the clipboard. Resolves to a message about what was done. */
  async copyLink(document: StudioDocument): Promise<string> {
    const address = new URL(location.href);
    address.hash = encodeLink(document);
    history.replaceState(null, '', address);
    const note = linkNote({ document });
    try {
      await navigator.clipboard.writeText(address.href);
      return `Copied. ${note}`;
    } catch {
      return `The link is in the address bar. ${note}`;
    }
  }

  private set(state: DownloadState): void {
    this.current = state;
    this.events.changed();
  }
}

function saveFile(name: string, bytes: Uint8Array): void {
  const address = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'application/zip' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
