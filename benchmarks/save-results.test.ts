import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findOrigin, saveResults } from './save-results.ts';

const folder = mkdtempSync(join(tmpdir(), 'results-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('one file for each release and machine; a result that is measured again is replaced', () => {
  const origin = {
    version: '1.2.3',
    machine: 'Fast(R) CPU, 3 GHz (2 cores); linux x64; Node 20.1.0',
    load: 1,
    date: '2030-01-02',
  };
  const result = (name: string, value: number) => ({ name, value, median: value + 1, unit: 'ms' });
  saveResults(folder, [result('a.ms', 1), result('b.ms', 2)], origin);
  const file = saveResults(folder, [result('b.ms', 3)], { ...origin, date: '2030-01-03' });
  expect(readdirSync(folder)).toEqual(['1.2.3-fast-cpu-3-ghz-2-cores.csv']);
  expect(readFileSync(file, 'utf8').split('\n')).toEqual([
    'name,value,median,unit,version,machine,load,date',
    'a.ms,1,2,ms,1.2.3,Fast(R) CPU; 3 GHz (2 cores); linux x64; Node 20.1.0,1,2030-01-02',
    'b.ms,3,4,ms,1.2.3,Fast(R) CPU; 3 GHz (2 cores); linux x64; Node 20.1.0,1,2030-01-03',
    '',
  ]);
});

test('the origin names the processor and the release, and no host', () => {
  const { version, machine, date } = findOrigin();
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(machine).toMatch(/\d+ cores\); \w+ \w+; Node \d+\./);
  expect(machine).not.toContain(hostname());
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
});
