/** The policy of a careful site. It does not allow WebAssembly, code that is created from text, and Workers from a blob. */
export const strictPolicy =
  "default-src 'self'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; connect-src 'self' data: blob:";
