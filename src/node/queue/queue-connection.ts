import { readFileSync } from 'node:fs';
import type { Queue, QueueEvents, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { InputError } from '../../input-error.ts';
import { parseJson } from '../../scene/parse-json.ts';
import { showPath } from '../disk-files.ts';
import { hashBytes } from '../own-files.ts';
import type { ByteStore } from '../parts/byte-store.ts';
import type { QueueAddress } from './queue-address.ts';

/** Name of the BullMQ queue. The keys of our own data in Redis begin with the same word. */
export const queueName = 'aftermotion';

/** Seconds after which data that nobody fetched is deleted from Redis. */
export const dataLifetime = 7 * 24 * 3600;

/** Milliseconds within which the first connection must succeed. If it is lost later, the client connects again without a limit. */
const connectTimeout = 10_000;

/** The libraries that a queue needs. They are optional, so they are loaded when a queue is used. */
interface QueueLibraries {
  readonly Queue: typeof Queue;
  readonly QueueEvents: typeof QueueEvents;
  readonly Worker: typeof Worker;
  readonly Redis: typeof Redis;
}

async function loadLibraries(): Promise<QueueLibraries> {
  try {
    const [{ Queue, QueueEvents, Worker }, { Redis }] = await Promise.all([
      import('bullmq'),
      import('ioredis'),
    ]);
    return { Queue, QueueEvents, Worker, Redis };
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw InputError.at(
      'queue',
      'expected the packages bullmq and ioredis, which are not installed with aftermotion: run `npm install bullmq ioredis`',
    );
  }
}

/** Reads the address of a queue. optionsFile: path of a JSON file with options for ioredis. Throws InputError for any other address. */
export function readQueueAddress(url: string, optionsFile?: string): QueueAddress {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol))
    throw InputError.at(
      'queue',
      `expected the address of a Redis server, such as redis://localhost:6379, got "${url}"`,
    );
  if (optionsFile === undefined) return { url };
  let text: string;
  try {
    text = readFileSync(optionsFile, 'utf8');
  } catch (error) {
    const { code } = error as { code?: string };
    throw InputError.at(
      'queue-options',
      `expected a JSON file, got "${showPath(optionsFile)}", which cannot be read (${code})`,
    );
  }
  const options = parseJson(text, showPath(optionsFile));
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw InputError.at(
      'queue-options',
      `expected an object with options for ioredis in ${showPath(optionsFile)}`,
    );
  return { url, options: options as QueueAddress['options'] };
}

/** Returns an address without its password, for messages. */
export function describeQueue({ url }: QueueAddress): string {
  const shown = new URL(url);
  if (shown.password) shown.password = '***';
  return shown.href.replace(/\/$/, '');
}

/** Returns what the user can do about an error of the first connection. */
function findRemedy(message: string): string {
  if (/^NOAUTH/.test(message))
    return 'the server needs a password, as in redis://:PASSWORD@HOST:PORT, or "password" in the file of --queue-options';
  if (/^WRONGPASS/.test(message)) return 'correct the user or the password';
  if (/^NOPERM/.test(message)) return 'allow all commands and keys for this user';
  return 'start one, or correct the address';
}

/** An open connection, and the libraries to create more. */
export interface QueueConnection {
  readonly libraries: QueueLibraries;
  readonly redis: Redis;
  /** Returns another connection to the same server, for classes of BullMQ that block their connection. They do not close it. */
  duplicate(): Redis;
  /** Closes this connection and all others that were created from it. Without this, the process does not end. */
  close(): void;
}

/** Connects to a Redis server. Throws InputError if it cannot be reached, or if it refuses the user or the password. */
export async function connectQueue(address: QueueAddress): Promise<QueueConnection> {
  const libraries = await loadLibraries();
  const redis = new libraries.Redis(address.url, {
    maxRetriesPerRequest: null,
    lazyConnect: true,
    ...address.options,
  });
  let last: unknown = null;
  // Without a listener, every failed attempt would be printed. The client connects again by itself.
  redis.on('error', (error) => {
    last = error;
  });
  const refuse = (error: unknown): InputError => {
    redis.disconnect();
    // The server explains at length which commands accept a password.
    const message = ((last ?? error) as Error).message.replace(/^(NOAUTH) .*/s, '$1 (a password is needed)');
    return InputError.at(
      'queue',
      `expected a Redis server at ${describeQueue(address)}, got the error "${message}": ${findRemedy(message)}`,
    );
  };
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer')), connectTimeout);
    });
    await Promise.race([redis.connect().then(() => redis.ping()), late]);
  } catch (error) {
    throw refuse(error);
  } finally {
    clearTimeout(timer);
  }
  const all = [redis];
  const duplicate = () => {
    const other = redis.duplicate();
    other.on('error', () => {});
    all.push(other);
    return other;
  };
  const close = () => {
    for (const one of all) one.disconnect();
  };
  return { libraries, redis, duplicate, close };
}

/** Bytes in Redis, named by the hash of their content. */
export class RedisStore implements ByteStore {
  readonly place = 'in Redis';
  readonly remedy = 'bake it again';

  constructor(private readonly redis: Redis) {}

  async put(bytes: Uint8Array): Promise<string> {
    const name = hashBytes(bytes);
    const isThere = await this.redis.expire(bytesKey(name), dataLifetime);
    if (!isThere) await this.send(name, bytes);
    return name;
  }

  /** Stores bytes under their hash, whether or not they are there already. Commands that are sent later are executed later. */
  async send(name: string, bytes: Uint8Array): Promise<void> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    await this.redis.set(bytesKey(name), buffer, 'EX', dataLifetime);
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    const bytes = await this.redis.getBuffer(bytesKey(name));
    return bytes && hashBytes(bytes) === name ? new Uint8Array(bytes) : undefined;
  }

  /** Deletes bytes. Does not wait for the server. */
  drop(name: string): void {
    // If the server cannot be reached, it deletes them by itself after their lifetime.
    this.redis.unlink(bytesKey(name)).catch(() => {});
  }
}

function bytesKey(name: string): string {
  return `${queueName}-data:${name}`;
}
