/** Stores bytes for other processes and machines. They are named by the hash of their content. */
export interface ByteStore {
  /** Where the bytes are, for messages: `in Redis`. */
  readonly place: string;
  /** What the user can do if something is missing, for messages. */
  readonly remedy: string;
  /** Stores bytes and returns their SHA-256, hexadecimal. Bytes that are there already are not stored again. */
  put(bytes: Uint8Array): Promise<string>;
  /** Returns bytes by their hash. Undefined if they are not there, or damaged. */
  get(name: string): Promise<Uint8Array | undefined>;
}

/** Something that a task needs is not in the store. */
export class LostBytes extends Error {
  override readonly name = 'LostBytes';
}
