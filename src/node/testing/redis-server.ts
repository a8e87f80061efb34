import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Whether the command `redis-server` is installed. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis server on a free local port. It writes nothing to the disk: `stop` loses all data, and `start` starts an empty server. */
export class RedisServer {
  private child: ChildProcess | null = null;
  port = 0;

  /** password: without it, the server refuses every command. Absent: everybody can use it. */
  constructor(private readonly password?: string) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.port ||= await findFreePort();
    const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    if (this.password !== undefined) settings.push('--requirepass', this.password);
    this.child = spawn('redis-server', ['--port', String(this.port), ...settings], { stdio: 'ignore' });
    for (let k = 0; k < 200 && !(await answers(this.port)); k++)
      await new Promise((done) => setTimeout(done, 50));
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child) return;
    const end = once(child, 'exit');
    child.kill('SIGKILL');
    await end;
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
