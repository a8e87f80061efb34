/** Takes finished files, and is called before each piece of work. */
export interface OutputSink {
  write(file: string, kind: string, bytes: Uint8Array): Promise<void>;
  /** The same for a file that comes in pieces, one after the other. */
  writeParts(file: string, kind: string, parts: AsyncIterable<Uint8Array>): Promise<void>;
  /** Called before each piece of work, about a frame long, in words. May throw to stop. */
  next(words: string): Promise<void>;
}
