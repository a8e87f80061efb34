import type { Command } from 'commander';

/** Adds the flag `--outside-files` to a command that opens assets. */
export function addOutsideOption(command: Command): Command {
  return command.option(
    '--outside-files',
    'allow assets (.gltf, .obj) to use files outside of their own folders; only for assets that you trust',
  );
}
