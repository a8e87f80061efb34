// Serves a folder as the page of the studio until its parent kills it, and prints its URL: `server-child.ts FOLDER`.
import { startStudioServer } from '../studio-server.ts';

const [, , pageFolder] = process.argv;
const { address } = await startStudioServer({ pageFolder, port: 0 });
process.stdout.write(`${address}\n`);
