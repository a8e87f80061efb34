import { append } from '../../src/math/index.ts';
import type { GivenFile } from '../document/open-files.ts';
import { element } from './element.ts';

export interface DropZone {
  /** Opens the browser's file dialog. */
  choose(): void;
}

/** Creates the drop zone: the whole window accepts dropped files. `choose` does the same, for the keyboard. */
export function createDropZone(take: (files: GivenFile[]) => void): DropZone {
  const input = element('input', {
    type: 'file',
    multiple: true,
    hidden: true,
    id: 'file-input',
    accept:
      '.glb,.gltf,.vrm,.vrma,.bvh,.zip,.json,.csv,.tsv,.bin,.png,.jpg,.jpeg,.webp,.obj,.mtl,.stl,.ply,.svg,.ttf,.otf,.woff,.exr,.tif,.tiff,.asc,.hgt,.r16,.raw,.ground',
    'aria-label': 'Character, recording, mesh, terrain, scene, drawing, picture or font',
    onchange: async () => {
      const files = [...(input.files ?? [])];
      input.value = '';
      if (files.length > 0) take(await Promise.all(files.map((file) => readFile(file, file.name))));
    },
  });
  const veil = element(
    'div',
    { class: 'drop-veil', hidden: true, role: 'status' },
    element(
      'div',
      { class: 'drop-card' },
      element('strong', {}, 'Drop it here'),
      element(
        'span',
        {},
        'A character (.glb, .gltf with its files), a motion-capture recording (.bvh), a terrain (16-bit .png, .exr, .tif, .asc, .hgt, .r16, .raw) for the ground, a mesh (.obj) with keys or for fur to grow on, a drawing, a picture or a font for particles to form, a scene, or a download of this page',
      ),
    ),
  );
  document.body.append(input, veil);
  let depth = 0;
  const show = (change: number) => {
    depth = Math.max(0, depth + change);
    veil.hidden = depth === 0;
  };
  addEventListener('dragenter', (event) => {
    if (hasFiles(event)) show(1);
  });
  addEventListener('dragleave', (event) => {
    if (hasFiles(event)) show(-1);
  });
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer!.dropEffect = 'copy';
    // Some parts of the page accept files themselves.
    const isTaken = event.target instanceof Element && event.target.closest('[data-takes-files]') !== null;
    veil.hidden = depth === 0 || isTaken;
  });
  addEventListener('drop', async (event) => {
    if (!hasFiles(event)) return;
    show(-depth);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const files = await readDropped(event.dataTransfer!);
    if (files.length > 0) take(files);
  });
  return { choose: () => input.click() };
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Returns the files of a drop, and of the folders in it, with their paths. */
async function readDropped(transfer: DataTransfer): Promise<GivenFile[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const files = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory)) {
    return Promise.all(files.map((file) => readFile(file, file.name)));
  }
  const found = await Promise.all(entries.map((entry) => (entry ? readEntry(entry) : [])));
  return found.flat();
}

async function readEntry(entry: FileSystemEntry): Promise<GivenFile[]> {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    return [await readFile(file, path)];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: GivenFile[] = [];
  // A reader returns a hundred at a time.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (batch.length === 0) return found;
    for (const child of batch) append(found, await readEntry(child));
  }
}

async function readFile(file: File, path: string): Promise<GivenFile> {
  return { path, bytes: new Uint8Array(await file.arrayBuffer()) };
}
