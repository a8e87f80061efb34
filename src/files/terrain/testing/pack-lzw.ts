/**
 * Packs bytes with TIFF's LZW: codes of 9 to 12 bits, the highest bit first. The code width grows one entry earlier than necessary. A clear
 * code is written at the start and whenever the table is full.
 */
export function packLzw(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  let held = 0;
  let heldBits = 0;
  let width = 9;
  let table = new Map<string, number>();
  const emit = (code: number) => {
    held = (held << width) | code;
    heldBits += width;
    while (heldBits >= 8) {
      heldBits -= 8;
      out.push((held >> heldBits) & 255);
    }
    held &= (1 << heldBits) - 1;
  };
  const clear = () => {
    emit(256);
    table = new Map();
    width = 9;
  };
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : table.get(text));
  clear();
  let run = '';
  for (const byte of bytes) {
    const longer = run + String.fromCharCode(byte);
    if (codeOf(longer) !== undefined) {
      run = longer;
      continue;
    }
    emit(codeOf(run)!);
    table.set(longer, 258 + table.size);
    // The table of the reader is one entry behind, but the reader changes the code width at the same code.
    if (258 + table.size === 1 << width && width < 12) width++;
    if (258 + table.size === 4095) clear();
    run = longer.at(-1)!;
  }
  if (run) emit(codeOf(run)!);
  if (run && 258 + table.size + 1 === 1 << width && width < 12) width++;
  emit(257);
  if (heldBits > 0) out.push((held << (8 - heldBits)) & 255);
  return Uint8Array.from(out);
}
