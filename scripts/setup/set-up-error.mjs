/** Returns a failure with a message for users. The stack of the error is not printed. */
export function setUpError(message) {
  return Object.assign(new Error(message), { isSetUpError: true });
}
