/**
 * Returns the message of an InputError for a decoder that needs WebAssembly, on a page that does not allow WebAssembly. The message
 * contains a remedy.
 */
export function explainBlockedDecoder(name: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return (
    `expected a page that allows WebAssembly, which the decoder of ${name} needs, got: ${reason}; add 'wasm-unsafe-eval' to ` +
    'the script-src of its Content-Security-Policy, or use a file without this compression'
  );
}
