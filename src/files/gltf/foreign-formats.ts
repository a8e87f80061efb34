import { InputError } from '../../input-error.ts';

interface ForeignFormat {
  readonly title: string;
  /** Matches the first bytes, read as Latin-1. */
  readonly pattern: RegExp;
  readonly remedy: string;
}

const byBlender = 'import it into Blender and export it as glTF 2.0 (.glb)';

/** Formats that people give for a character, and what to do with each. */
const foreignFormats: readonly ForeignFormat[] = [
  {
    title: 'binary FBX',
    pattern: /^Kaydara FBX Binary/,
    remedy: `${byBlender}, or convert it with FBX2glTF`,
  },
  {
    title: 'FBX (text)',
    pattern: /^\s*; FBX/,
    remedy: `${byBlender} (text FBX: convert it to binary FBX first), or convert it with FBX2glTF`,
  },
  {
    title: 'Blender file',
    pattern: /^BLENDER/,
    remedy: 'open it in Blender and export it as glTF 2.0 (.glb)',
  },
  { title: 'USD (binary)', pattern: /^PXR-USDC/, remedy: byBlender },
  { title: 'USD (text)', pattern: /^#usda/, remedy: byBlender },
  {
    title: 'ZIP archive, perhaps USDZ',
    pattern: /^PK[^\w\s]/,
    remedy: `unpack it and give the .glb inside; of a USDZ: ${byBlender}`,
  },
  {
    title: 'compressed file',
    pattern: /^([^\w\s]\x8b|\x28\xb5\x2f\xfd)/,
    remedy: 'unpack it; a compressed Blender file: open it in Blender and export it as glTF 2.0 (.glb)',
  },
  { title: 'COLLADA or other XML', pattern: /^(\xef\xbb\xbf)?\s*<(\?xml|COLLADA)/, remedy: byBlender },
  {
    title: 'BVH take',
    pattern: /^(\xef\xbb\xbf)?\s*HIERARCHY\s/i,
    remedy: 'give it the ending .bvh, by which it is known',
  },
  { title: 'PLY mesh', pattern: /^\s*ply\s/, remedy: `it holds no skeleton; rig it, or ${byBlender}` },
  {
    title: 'OBJ mesh',
    pattern: /^(\s*#[^\n]*\n|\s*\n)*\s*(mtllib|o|g|v|vt|vn|usemtl)\s+\S/,
    remedy:
      'it holds no skeleton or clip; give it as a keyed prop with "keys", or rig it and export it as glTF 2.0 (.glb)',
  },
];

/** Throws when the bytes begin as a known format other than glTF, saying how to convert it. */
export function refuseForeignFormat(bytes: Uint8Array, name: string): void {
  const head = String.fromCharCode(...bytes.subarray(0, 2048));
  for (const format of foreignFormats) {
    if (!format.pattern.test(head)) continue;
    throw InputError.at(name, `expected a glTF or GLB file, got a ${format.title}: ${format.remedy}`);
  }
}
