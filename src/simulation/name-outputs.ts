import type { Output } from '../systems/outputs/output.ts';

/** Returns the outputs of a system under their names in the scene: the name of the system, and `system-output` for all but the first. */
export function nameOutputs(system: string, outputs: readonly Output[]): Output[] {
  return outputs.map((output, index) =>
    renameOutput(output, index === 0 ? system : `${system}-${output.name}`),
  );
}

/**
 * Returns the output under another name. All other members are read from the original output at each access, since numbers change and
 * arrays are replaced during the simulation.
 */
function renameOutput(output: Output, name: string): Output {
  const named = { name: { enumerable: true, value: name } };
  // The output is an instance of a class, so the result inherits its properties and methods.
  if (Object.getPrototypeOf(output) !== Object.prototype) return Object.create(output, named) as Output;
  const renamed = Object.defineProperties({}, named) as Output;
  for (const key of Object.keys(output) as (keyof Output)[]) {
    if (key === 'name') continue;
    Object.defineProperty(renamed, key, { enumerable: true, get: () => output[key] });
  }
  return renamed;
}
