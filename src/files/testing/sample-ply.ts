import { MeshWriter } from './mesh-writer.ts';
import { cube } from './shapes.ts';

export type PlyFormat = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

/** Returns a cube with colours, and with lists and elements that readers must skip. */
export function writeCubePly(format: PlyFormat): Uint8Array {
  const writer = new MeshWriter();
  writer.text(
    `ply\nformat ${format} 1.0\ncomment made by a test\nobj_info none\nelement camera 1\nproperty list uchar float view\n`,
  );
  writer.text(
    'element vertex 8\nproperty uchar red\nproperty double z\nproperty double x\nproperty double y\nproperty list uchar int extra\n',
  );
  writer.text(
    'element face 12\nproperty list uchar float texcoord\nproperty list uchar int vertex_indices\nproperty uchar flag\n',
  );
  writer.text('element edge 0\nproperty int vertex1\nelement nothing 999999999999999\nend_header\n');
  writer.isBinary = format !== 'ascii';
  writer.isLittleEndian = format !== 'binary_big_endian';
  writer.realBytes = 4;
  writer.bytes(2).reals(1, Number.NaN).endLine();
  writer.realBytes = 8;
  for (let k = 0; k < 24; k += 3) {
    const [x, y, z] = cube.positions.slice(k, k + 3);
    writer.bytes(200).reals(z, x, y).bytes(1).integers(7).endLine();
  }
  writer.realBytes = 4;
  for (let k = 0; k < cube.indices.length; k += 3) {
    writer
      .bytes(2)
      .reals(0, 1)
      .bytes(3)
      .integers(...cube.indices.slice(k, k + 3))
      .bytes(9)
      .endLine();
  }
  return writer.finish();
}

/** Returns two points with all properties and one face, after an element that readers must skip. */
export function writePointsPly(format: PlyFormat): Uint8Array {
  const writer = new MeshWriter();
  writer.text(
    `ply\nformat ${format} 1.0\nelement camera 1\nproperty list uchar float view\nelement vertex 2\n`,
  );
  writer.text(
    'property float nx\nproperty float ny\nproperty float nz\nproperty uchar red\nproperty uchar green\n',
  );
  writer.text(
    'property uchar blue\nproperty uchar alpha\nproperty list uchar float more\nproperty float x\n',
  );
  writer.text(
    'property float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n',
  );
  writer.isBinary = format !== 'ascii';
  writer.isLittleEndian = format !== 'binary_big_endian';
  writer.realBytes = 4;
  writer.bytes(1).reals(7).endLine();
  writer.reals(0, 0, 2).bytes(255, 128, 0, 51).bytes(1).reals(9).reals(1, 2, 3).endLine();
  writer.reals(0, 0, 0).bytes(0, 0, 0, 255).bytes(0).reals(-1, 0.5, 4).endLine();
  writer.bytes(3).integers(0, 1, 0).endLine();
  return writer.finish();
}
