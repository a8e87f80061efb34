/** Returns a failure with a message for users. Its stack is not printed. */
export function setUpError(message) {
  return Object.assign(new Error(message), { isSetUpError: true });
}
