import { encodePng8 } from '../../files/png.ts';
import { padFrameNumber } from '../../simulation/frame-times.ts';
import { DiskError } from '../disk-error.ts';
import { showPath } from '../disk-files.ts';
import { OutputFolder } from '../output-folder.ts';
import { generator, type RecordedFile } from '../own-files.ts';
import { replaceFile } from '../replace-file.ts';
import { FilmWriter } from './film-writer.ts';
import { PictureSheet } from './picture-sheet.ts';

/** Receives pictures one by one (RGB, 8 bits, top row first). The output appears under its real name only when it is complete. */
export interface PictureWriter {
  add(index: number, rgb: Uint8Array): void | Promise<void>;
  finish(): void | Promise<void>;
  /** Deletes the files that were written. If a sequence is complete but the disk did not allow moving it into its folder, it is kept. */
  discard(): void | Promise<void>;
}

export interface PictureWriterOptions {
  readonly out: string;
  readonly kind: 'picture' | 'film' | 'sequence';
  readonly ffmpeg: string | null;
  readonly times: readonly number[];
  /** Returns the number in the file name of a picture of a sequence. index: index of the picture. */
  numbers(index: number): number;
  readonly size: { width: number; height: number };
  readonly fps: number | string;
}

/**
 * Creates a writer. For a sequence, throws InputError before anything is drawn if the folder contains files that were not written by a
 * render, or that were changed since. A sequence that an earlier render wrote is replaced as a whole.
 */
export function createPictureWriter(options: PictureWriterOptions): PictureWriter {
  const { out, kind, ffmpeg, size, fps } = options;
  if (kind === 'picture') return createPicture(options);
  if (kind === 'sequence' || !ffmpeg) return createSequence(options);
  const film = new FilmWriter(ffmpeg, out, size, fps);
  return { add: (_, rgb) => film.add(rgb), finish: () => film.finish(), discard: () => film.discard() };
}

function createPicture({ out, times, size }: PictureWriterOptions): PictureWriter {
  const sheet = times.length > 1 ? new PictureSheet(size, times) : null;
  let bytes = new Uint8Array();
  return {
    add(index, rgb) {
      if (sheet) sheet.add(index, rgb);
      else bytes = encodePng8(rgb, size.width, size.height);
    },
    finish() {
      const { picture } = sheet ?? {};
      replaceFile(out, picture ? encodePng8(picture.rgb, picture.width, picture.height) : bytes);
    },
    discard() {},
  };
}

function createSequence({ out, numbers, size, times }: PictureWriterOptions): PictureWriter {
  const folder = new OutputFolder(out, { kind: 'render' });
  const nameOf = (index: number) => `${padFrameNumber(numbers(index))}.png`;
  folder.open(false, { files: [folder.listName, ...times.map((_, index) => nameOf(index))] });
  let isKept = false;
  const outputs: RecordedFile[] = [];
  return {
    add(index, rgb) {
      const file = nameOf(index);
      const bytes = encodePng8(rgb, size.width, size.height);
      outputs.push({ file, bytes: bytes.length, sha256: folder.write(file, bytes) });
    },
    finish() {
      const list = `${JSON.stringify({ version: 1, generator, outputs }, null, 2)}\n`;
      folder.write(folder.listName, new TextEncoder().encode(list));
      try {
        folder.commit();
      } catch (error) {
        if (!(error instanceof DiskError)) throw error;
        isKept = true;
        const where = showPath(folder.filesPath);
        throw new DiskError(
          error.code,
          `${error.message} (the pictures are kept in ${where} until the next render into this folder)`,
        );
      }
    },
    discard() {
      if (isKept) folder.close();
      else folder.discard();
    },
  };
}
