/** As a careful site has it. WebAssembly is not allowed, nor is code made of text, nor a Worker of a blob. */
export const strictPolicy =
  "default-src 'self'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; connect-src 'self' data: blob:";
