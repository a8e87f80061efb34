/**
 * Records the address of every module that a process loads. Writes one address per line to the file that the environment variable MODULES
 * names.
 */
const recorder = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`
  import { appendFileSync } from 'node:fs';
  export async function load(url, context, next) {
    appendFileSync(process.env.MODULES, url + '\\\\n');
    return next(url, context);
  }
\`));
`;

/** Arguments that make Node record the modules that it loads. */
export const recordModules: readonly string[] = [
  '--import',
  `data:text/javascript,${encodeURIComponent(recorder)}`,
];
