/** Records the address of every module that a process loads, one on each line of the file that MODULES names. */
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

/** Arguments for Node that make it record its modules. */
export const recordModules: readonly string[] = [
  '--import',
  `data:text/javascript,${encodeURIComponent(recorder)}`,
];
