import type { GivenFile } from '../document/open-files.ts';
import { element } from '../view/element.ts';

/** Asks for a file with the browser's file dialog. Null if none is chosen. */
export function chooseFile(endings: string): Promise<GivenFile | null> {
  const input = element('input', { type: 'file', accept: endings, hidden: true });
  document.body.append(input);
  return new Promise<GivenFile | null>((done) => {
    input.onchange = () => done(input.files?.[0] ? readGiven(input.files[0]) : null);
    input.oncancel = () => done(null);
    input.click();
  }).finally(() => input.remove());
}

/** Returns a file from the browser with its bytes. */
export async function readGiven(file: File): Promise<GivenFile> {
  return { path: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
