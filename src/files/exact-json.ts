/** Prefix of a text that represents a number. Texts in other JSON never begin like this. */
const marker = '\u0000exact number:';

/**
 * Parses JSON so that `writeExactJson` writes every integer with the same digits. Integers beyond 2⁵³, which are identifiers of other
 * programs, would otherwise lose their last digits. Between the two calls, such integers are texts. Throws the same errors as JSON.parse.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(/\d{16}/.test(text) ? markLongNumbers(text) : text);
}

/** Returns the JSON text of a value that `parseExactJson` returned and that may have been changed since. */
export function writeExactJson(value: unknown): string {
  return JSON.stringify(value).replace(/"\\u0000exact number:(-?\d+)"/g, '$1');
}

function markLongNumbers(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') {
      at++;
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
      continue;
    }
    if (!isDigit(letter)) continue;
    let end = at + 1;
    while (end < text.length && /[\d.eE+-]/.test(text[end])) end++;
    const start = text[at - 1] === '-' ? at - 1 : at;
    const word = text.slice(start, end);
    if (/^-?\d+$/.test(word) && !isExact(word)) {
      parts.push(text.slice(done, start), JSON.stringify(marker + word));
      done = end;
    }
    at = end - 1;
  }
  return parts.join('') + text.slice(done);
}

function isDigit(letter: string): boolean {
  return letter >= '0' && letter <= '9';
}

function isExact(word: string): boolean {
  const value = Number(word);
  return Number.isFinite(value) && BigInt(value) === BigInt(word);
}
