/** A failure that has been told in words: no stack is shown. */
export function setUpError(message) {
  return Object.assign(new Error(message), { isSetUpError: true });
}
