import { showPath } from './disk-files.ts';

/** The number of bytes to write, and the number of free bytes. Null if a number is not known. */
export interface DiskRoom {
  readonly bytes: number | null;
  readonly free: number | null;
}

/** An error of the disk with a message for users: the path, the problem, and a remedy. It is not a fault of the input. */
export class DiskError extends Error {
  override readonly name = 'DiskError';
  /** True if `resume` can continue from the files on the disk. */
  isResumable = false;

  /** code: error code of the operating system, such as `ENOSPC`. */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }

  /** Converts an error of the file system to a DiskError. Other errors are returned unchanged. */
  static from(error: unknown, path: string, room: DiskRoom = { bytes: null, free: null }): unknown {
    const { code, syscall } = Object(error) as { code?: unknown; syscall?: unknown };
    if (typeof code !== 'string' || syscall === undefined) return error;
    return new DiskError(code, `${showPath(path)}: ${describeCode(code, room)}`);
  }
}

/** Describes an error code, and a remedy. */
function describeCode(code: string, { bytes, free }: DiskRoom): string {
  const needs = bytes === null ? '' : `, this file alone takes ${showBytes(bytes)}`;
  const room = free === null ? '' : `, ${showBytes(free)} are free`;
  switch (code) {
    case 'ENOSPC':
      return `no space left on the disk${needs}${room}: free some, or choose another disk with --out`;
    case 'EDQUOT':
      return `no more may be written, the quota is used up${needs}: free some, or choose another disk with --out`;
    case 'EFBIG':
      return `a file of this size cannot be kept on this disk${needs}: choose another disk with --out`;
    case 'EACCES':
    case 'EPERM':
      return 'no permission to write here: choose another folder with --out';
    case 'EROFS':
      return 'this disk is read-only: choose another folder with --out';
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open: close other programs, or raise the limit (`ulimit -n`)';
    case 'ENAMETOOLONG':
      return 'this name is too long for the disk: choose a shorter one with --out';
    case 'EIO':
      return 'the disk reports an error: look whether it is still whole, or choose another one with --out';
    case 'EBUSY':
    case 'ETXTBSY':
      return 'another program has this open: close it there';
    case 'ENOENT':
    case 'ENOTDIR':
      return 'its folder has gone in the meantime: leave it in place while a bake runs';
    case 'EISDIR':
    case 'ENOTEMPTY':
    case 'EEXIST':
      return 'there is a folder at the path of this file: move it, or choose another folder with --out';
    case 'EXDEV':
      return 'it is on another disk than its folder: choose a plain folder with --out';
    default:
      return `the disk refused it (${code}): choose another folder with --out`;
  }
}

function showBytes(bytes: number): string {
  if (bytes < 1e3) return `${bytes} bytes`;
  const [unit, size] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  return `${(bytes / Number(size)).toPrecision(3)} ${unit}`;
}
