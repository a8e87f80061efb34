import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

/** Removes the types of a module. Node calls this for each module that it loads. */
export async function load(url, context, nextLoad) {
  // Vitest adds a query to the addresses of some modules, so that they are loaded again.
  if (!/^file:[^?]*\.ts($|\?)/.test(url)) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const { code, map } = await transformWithOxc(await readFile(path, 'utf8'), path, { sourcemap: true });
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
  return { format: 'module', source, shortCircuit: true };
}
