/** Receives finished files, and is called before each unit of work. */
export interface OutputSink {
  write(file: string, kind: string, bytes: Uint8Array): Promise<void>;
  /** Writes a file that arrives in chunks, so that it need not fit into memory. */
  writeParts(file: string, kind: string, parts: AsyncIterable<Uint8Array>): Promise<void>;
  /** Called before each unit of work, which takes about as long as a frame, with a description of the work. May throw an error to stop. */
  next(message: string): Promise<void>;
}
