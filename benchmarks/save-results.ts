import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { BenchmarkResult } from './benchmark.ts';

/** What a file of results states about its origin. */
export interface ResultOrigin {
  /** Release, from package.json. */
  readonly version: string;
  /** Processor, operating system and Node version. It never contains the name of a host. */
  readonly machine: string;
  /** Load average over the last minute: the number of busy cores. */
  readonly load: number;
  /** YYYY-MM-DD. */
  readonly date: string;
}

/** Returns the origin of results that are measured now. */
export function findOrigin(): ResultOrigin {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const processors = cpus();
  const model = processors[0]?.model.trim() || 'unknown processor';
  return {
    version,
    machine: `${model} (${processors.length} cores); ${process.platform} ${process.arch}; Node ${process.versions.node}`,
    load: Math.round(loadavg()[0]),
    date: new Date().toISOString().slice(0, 10),
  };
}

/** Rounds to five digits: more digits would be noise. */
const round = (value: number) => Number(value.toPrecision(5));

const header = 'name,value,median,unit,version,machine,load,date';

/**
 * Writes results into the file of their release and machine in `folder`, and returns its path. Results of the same name are replaced, other
 * results stay.
 */
export function saveResults(
  folder: string,
  results: readonly BenchmarkResult[],
  origin: ResultOrigin,
): string {
  const { version, machine, load, date } = origin;
  const slug = machine
    .replace(/\([RTM]+\)|;.*/g, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();
  const file = join(folder, `${version}-${slug.replace(/^-|-$/g, '')}.csv`);
  const rows = new Map<string, string>();
  if (existsSync(file)) {
    for (const row of readFileSync(file, 'utf8').trim().split('\n').slice(1))
      rows.set(row.split(',')[0], row);
  }
  for (const { name, value, median, unit } of results) {
    const cells = [name, round(value), round(median), unit, version, machine, load, date];
    const row = cells.map((cell) => String(cell).replaceAll(',', ';'));
    rows.set(row[0], row.join(','));
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${[header, ...rows.values()].join('\n')}\n`);
  return file;
}
