import { expect, test } from 'vitest';
import { InputError } from './input-error.ts';
import { openRecord, recordLength, sealRecord } from './sealed-record.ts';

const kind = { kind: 'TEST', version: 3, description: 'a record of a test', remedy: 'make it anew' };
const body = Uint8Array.from({ length: 45 }, (_, k) => 5 * k);
const record = sealRecord(kind, 'Schenkel ½', body.subarray(0, 20), body.subarray(20));

test('a record comes back as it was, also from the middle of a buffer', () => {
  expect(openRecord(record, kind)).toEqual({ name: 'Schenkel ½', body });
  const shifted = new Uint8Array(record.length + 1);
  shifted.set(record, 1);
  expect(openRecord(shifted.subarray(1), kind)).toEqual({ name: 'Schenkel ½', body });
  expect(recordLength(record)).toBe(record.length);
  expect(openRecord(sealRecord(kind, ''), kind)).toEqual({ name: '', body: new Uint8Array(0) });
});

test('every changed bit of it, every cut and every byte too many is refused in words', () => {
  const refused = (bytes: Uint8Array) => {
    expect(() => openRecord(bytes, kind, 'a/file')).toThrow(InputError);
    expect(() => openRecord(bytes, kind, 'a/file')).toThrow(
      /^a\/file: expected a record of a test.* make it anew$/,
    );
  };
  for (let bit = 0; bit < 8 * record.length; bit++) {
    const changed = record.slice();
    changed[bit >> 3] ^= 1 << (bit & 7);
    refused(changed);
  }
  for (let length = 0; length < record.length; length++) refused(record.subarray(0, length));
  refused(Uint8Array.from([...record, 0]));
});

test('a record of another kind or version is told apart', () => {
  expect(() => openRecord(record, { ...kind, kind: 'ELSE' })).toThrow('got something else');
  expect(() => openRecord(record, { ...kind, version: 4 })).toThrow('of version 4, got version 3');
});
