/** Returns advice that is appended to an error message about a word such as "0,5". Returns '' for a word without a decimal comma. */
export function describeDecimalComma(word: string): string {
  if (!/^[+-]?\d*,\d+([eEdD][+-]?\d+)?$/.test(word)) return '';
  return (
    `, a decimal comma: BVH numbers have a decimal point (${word.replace(',', '.')}). ` +
    'Export the recording again with English number formats, or replace every comma of the file by a point'
  );
}
