/** Aftermotion with files on a disk: the commands of the command line as functions. */
export { type BakeFileOptions, type BakeFileResult, bakeFile } from './bake-file.ts';
export type { Disk, DiskFile } from './disk.ts';
export { DiskError, type DiskRoom } from './disk-error.ts';
export { createDiskFiles } from './disk-files.ts';
export { initScene } from './init-scene.ts';
export { createDiskCache } from './prepare-cache.ts';
