import type { CharacterInspection } from '../src/index.ts';
import { characterOf } from './document/open-files.ts';
import type { StudioDocument } from './document/studio-document.ts';
import { type RunningTask, startInspection } from './run/run-client.ts';

/** Inspects the file of a document's first character, in a separate worker. */
export class CharacterInspector {
  /** The result of the inspection. Null while the file is inspected, and if there is no character. */
  result: CharacterInspection | null = null;
  private task: RunningTask<CharacterInspection> | null = null;

  constructor(
    private readonly document: () => StudioDocument | null,
    private readonly changed: () => void,
  ) {}

  /** Called when another document is opened. */
  forget(): void {
    this.task?.cancel();
    this.task = null;
    this.result = null;
  }

  /** Starts the inspection after the run is on the screen, unless it was done before: it takes a while, and the picture has priority. */
  inspectLater(): void {
    requestAnimationFrame(() => requestAnimationFrame(() => this.inspect()));
  }

  private inspect(): void {
    const opened = this.document();
    if (this.task || !opened) return;
    const character = characterOf(opened.scene, opened.files);
    if (!character) return;
    const task = startInspection({ file: character.path, files: [...opened.files] });
    this.task = task;
    task.result.then(
      (inspection) => {
        if (this.task !== task) return;
        this.result = inspection;
        this.changed();
      },
      // The run reports the faults of the file, so nothing is reported here.
      () => {},
    );
  }
}
