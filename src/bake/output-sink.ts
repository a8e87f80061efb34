/** Receives finished files, and is called before each unit of work. */
export interface OutputSink {
  write(file: string, kind: string, bytes: Uint8Array): Promise<void>;
  /** The same for a file that is sent in chunks, one after the other. */
  writeParts(file: string, kind: string, parts: AsyncIterable<Uint8Array>): Promise<void>;
  /** Called before each unit of work, about as long as a frame, with a description of it. May throw to stop. */
  next(words: string): Promise<void>;
}
