import type { BlenderFacts } from './blender-facts.ts';
import { blenderScript } from './blender-script.generated.ts';

/** File name of the script. It is in the same folder as `README.txt`. */
export const blenderScriptName = 'import-blender.py';

const emptyBlock = 'r"""\n{}\n"""';

/**
 * Returns the text of `import-blender.py`: the Python code of `python/`, which is the same for every bake, and the data of this bake as a
 * block of JSON in ASCII. The JSON is in a raw Python string, which does not change the backslashes that JSON contains.
 */
export function writeBlenderScript(facts: BlenderFacts): string {
  const json = JSON.stringify(facts, null, 2).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const [before, after] = blenderScript.split(emptyBlock);
  return `${before}r"""\n${json}\n"""${after}`;
}
