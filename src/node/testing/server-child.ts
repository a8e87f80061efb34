// Serves a folder as the studio's page until its parent ends it, and tells its address: `server-child.ts FOLDER`.
import { startStudioServer } from '../studio-server.ts';

const [, , pageFolder] = process.argv;
const { address } = await startStudioServer({ pageFolder, port: 0 });
process.stdout.write(`${address}\n`);
