import { InputError } from '../input-error.ts';
import { lettersOf } from './letters.ts';

/** A common format for characters, motion or props that is not supported. */
export interface ForeignFormat {
  /** Description of the format, as a phrase that follows "got" in error messages. */
  readonly description: string;
  /** Recognizes the format by the first bytes of a file, decoded as Latin-1. */
  readonly is: (head: string) => boolean;
  readonly remedy: string;
}

const byBlender = 'import it into Blender and export it as glTF 2.0 (.glb)';
const fromTool = 'open it in the program that made it and export it as glTF 2.0 (.glb)';
const asRecording = 'open it in Blender or a motion-capture tool and export it as BVH (.bvh)';

const like = (pattern: RegExp) => (head: string) => pattern.test(head);
const begins = (letters: string) => (head: string) => head.startsWith(letters);

/** C3D user guide, header section: the second byte is 0x50; the first byte is the number of the first parameter block. */
const isC3d = (head: string) => head[1] === 'P' && head.charCodeAt(0) >= 1 && head.charCodeAt(0) <= 16;

/** Recognizes MP4 and MOV by their first box, and also WebM and AVI. AVIF and HEIC pictures use the same boxes, but are not films. */
function isFilm(head: string): boolean {
  const box = head.slice(4, 8);
  if (box === 'ftyp') return !/^(avi[fs]|hei|mif1|msf1)/.test(head.slice(8));
  if (['moov', 'mdat', 'wide', 'free'].includes(box)) return true;
  return head.startsWith('\x1a\x45\xdf\xa3') || (head.startsWith('RIFF') && head.slice(8, 12) === 'AVI ');
}

const foreignFormats: readonly ForeignFormat[] = [
  {
    description: 'a binary FBX',
    is: like(/^Kaydara FBX Binary/),
    remedy: `${byBlender}, or convert it with FBX2glTF`,
  },
  {
    description: 'an FBX (text)',
    is: like(/^\s*; FBX/),
    remedy: `${byBlender} (text FBX: convert it to binary FBX first), or convert it with FBX2glTF`,
  },
  {
    description: 'a Blender file',
    is: like(/^BLENDER/),
    remedy: 'open it in Blender and export it as glTF 2.0 (.glb)',
  },
  { description: 'a USD (binary)', is: like(/^PXR-USDC/), remedy: byBlender },
  { description: 'a USD (text)', is: like(/^#usda/), remedy: byBlender },
  {
    description: 'a ZIP archive, perhaps USDZ',
    is: like(/^PK[^\w\s]/),
    remedy: `unpack it and use the .glb inside; for a USDZ: ${byBlender}`,
  },
  {
    description: 'a compressed file',
    is: like(/^([^\w\s]\x8b|\x28\xb5\x2f\xfd)/),
    remedy: 'unpack it; a compressed Blender file: open it in Blender and export it as glTF 2.0 (.glb)',
  },
  {
    description: 'a COLLADA or other XML',
    is: like(/^(\xef\xbb\xbf)?\s*<(\?xml|COLLADA)(?!.*<svg)/s),
    remedy: byBlender,
  },
  { description: 'a Maya scene', is: like(/^(\/\/Maya ASCII|FOR[48]....(....)?Maya)/s), remedy: fromTool },
  {
    description: 'a 3ds Max scene or another file in parts',
    is: begins('\xd0\xcf\x11\xe0'),
    remedy: fromTool,
  },
  { description: 'a Cinema 4D scene', is: like(/^QC4DC4D/), remedy: fromTool },
  {
    description: 'an Alembic cache',
    is: like(/^(Ogawa|\x89HDF)/),
    remedy: `it holds no joints; ${byBlender}`,
  },
  { description: 'motion capture as C3D', is: isC3d, remedy: asRecording },
  { description: 'motion capture as TRC', is: like(/^PathFileType\s/), remedy: asRecording },
  {
    description: 'motion capture as ASF and AMC',
    is: like(/^(#[^\n]*\n)*\s*:(version|name|units|documentation|FULLY-SPECIFIED)\b/i),
    remedy: asRecording,
  },
  {
    description: 'a Git LFS pointer instead of the file',
    is: like(/^version https:\/\/git-lfs/),
    remedy: 'fetch the file itself with `git lfs pull`',
  },
  {
    description: 'a film',
    is: isFilm,
    remedy: 'motion is read from clips of a .glb and from motion-capture recordings (.bvh), not from films',
  },
  {
    description: 'a BVH recording',
    is: like(/^(\xef\xbb\xbf)?\s*HIERARCHY\s/i),
    remedy: 'rename it so that it ends in .bvh',
  },
  {
    description: 'a PLY mesh',
    is: like(/^\s*ply\s/),
    remedy: `it holds no skeleton; rig it, or ${byBlender}`,
  },
  {
    description: 'an OBJ mesh',
    is: like(/^(\s*#[^\n]*\n|\s*\n)*\s*(mtllib|o|g|v|vt|vn|usemtl)\s+\S/),
    remedy:
      'it holds no skeleton or clip; give it as a keyed prop with "keys", or rig it and export it as glTF 2.0 (.glb)',
  },
];

/** Returns the unsupported format of a file; null if the first bytes match no known format. */
export function findForeignFormat(bytes: Uint8Array): ForeignFormat | null {
  const head = lettersOf(bytes.subarray(0, 2048));
  return foreignFormats.find(({ is }) => is(head)) ?? null;
}

/** Throws InputError with advice on conversion if the file has a known format that is not supported. */
export function refuseForeignFormat(bytes: Uint8Array, name: string): void {
  const found = findForeignFormat(bytes);
  if (found)
    throw InputError.at(name, `expected a glTF or GLB file, got ${found.description}: ${found.remedy}`);
}
