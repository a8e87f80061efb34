// Runs benchmarks: npm run bench -- [suite…] [--json] [--only PART] [--save]
import { type Benchmark, type BenchmarkResult, measure } from './benchmark.ts';
import { calibration } from './calibration.ts';
import { findOrigin, saveResults } from './save-results.ts';
import { suites } from './suites.ts';

const args = process.argv.slice(2);
const json = args.includes('--json');
const onlyAt = args.indexOf('--only');
const only = onlyAt >= 0 ? args[onlyAt + 1] : '';
const names = args.filter((arg, k) => !arg.startsWith('--') && (onlyAt < 0 || k !== onlyAt + 1));

for (const name of names) {
  if (!suites[name]) {
    console.error(`No suite is called "${name}": there are ${Object.keys(suites).join(', ')}.`);
    process.exit(2);
  }
}

const results: BenchmarkResult[] = [];
const origin = findOrigin();

async function report(benchmark: Benchmark): Promise<void> {
  if (!benchmark.name.includes(only) && benchmark !== calibration) return;
  const result = await measure(benchmark);
  if (!result) {
    console.error(`${benchmark.name}: left out. ${benchmark.why ?? ''}`);
    return;
  }
  results.push(result);
  if (json) console.log(JSON.stringify(result));
  else
    console.log(
      `${result.name.padEnd(44)} ${format(result.value)} ${result.unit}  (median ${format(result.median)})`,
    );
}

function format(value: number): string {
  return value.toPrecision(4).padStart(9);
}

await report(calibration);
for (const name of names.length > 0 ? names : Object.keys(suites)) {
  for (const benchmark of await suites[name]()) await report(benchmark);
}

if (args.includes('--save')) {
  const file = saveResults('benchmarks/results', results, origin);
  if (!json) console.log(`Saved in ${file}`);
}
