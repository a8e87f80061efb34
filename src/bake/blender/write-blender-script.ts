import type { BlenderFacts } from './blender-facts.ts';
import { blenderScript } from './blender-script.generated.ts';

/** Where the script stands: beside `README.txt`. */
export const blenderScriptName = 'import-blender.py';

const emptyBlock = 'r"""\n{}\n"""';

/**
 * The text of `import-blender.py`: the Python of `python/`, the same for every bake, with the facts of this one as a
 * block of JSON in ASCII. Inside a raw Python string JSON means what it says: a quote in a name is behind a backslash.
 */
export function writeBlenderScript(facts: BlenderFacts): string {
  const json = JSON.stringify(facts, null, 2).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const [before, after] = blenderScript.split(emptyBlock);
  return `${before}r"""\n${json}\n"""${after}`;
}
