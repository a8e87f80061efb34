import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { casesOf } from '../../src/testing/long.ts';
import { strictPolicy } from '../../src/testing/strict-policy.ts';
import type { ExampleName } from './build-example.ts';
import { type RunExampleOptions, type RunningExample, runExample } from './run-example.ts';

/** A renderer and a Content-Security-Policy with which an example must work. */
export interface ExampleForm {
  readonly renderer: 'WebGLRenderer' | 'WebGPURenderer on WebGL 2';
  /** `none`: no policy. `withWasm`: a strict policy that allows WebAssembly. `strict`: a strict policy without WebAssembly. */
  readonly policy: 'none' | 'withWasm' | 'strict';
}

const policies = {
  none: undefined,
  withWasm: strictPolicy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"),
  strict: strictPolicy,
} as const;

const allForms: readonly ExampleForm[] = (['WebGLRenderer', 'WebGPURenderer on WebGL 2'] as const).flatMap(
  (renderer) => (['none', 'withWasm', 'strict'] as const).map((policy) => ({ renderer, policy })),
);

/** The short form has each renderer once: one with WebAssembly and a policy that allows it, one without WebAssembly. */
export const exampleForms = casesOf(
  allForms,
  ({ renderer, policy }) => policy === (renderer === 'WebGLRenderer' ? 'withWasm' : 'strict'),
);

/** The examples whose text is changed here. */
type PlainExample = Exclude<ExampleName, 'react' | 'babylon' | 'playcanvas'>;

/** The call in each example to which the test adds `onNote`, so that the notes are kept. */
const calls: Record<PlainExample, readonly [from: string, to: string]> = {
  minimal: ["{ material: 'sand'", "{ onNote, material: 'sand'"],
  flesh: ["material: 'belly'", "onNote, material: 'belly'"],
  particles: ['LiveParticles.create({', 'LiveParticles.create({ onNote,'],
  fur: ['LiveFur.create({', 'LiveFur.create({ onNote,'],
  crowd: ["{ material: 'snow'", "{ onNote, material: 'snow'"],
};

function keepNotes(name: PlainExample, text: string): string {
  const call = calls[name];
  if (!text.includes(call[0])) throw new Error(`examples/${name}.ts does not hold ${call[0]}`);
  const lastImport = text.lastIndexOf('\nimport ');
  const body = text.indexOf('\n', lastImport + 1) + 1;
  const watch = 'globalThis.notes = []; const onNote = (note) => globalThis.notes.push(note);\n';
  return text.slice(0, body) + watch + text.slice(body).replace(...call);
}

/** Opens an example under the policy of a form. */
export async function openForm(
  browser: NonNullable<Parameters<typeof runExample>[0]>,
  policy: ExampleForm['policy'],
  options: Omit<RunExampleOptions, 'policy' | 'name'> & { readonly name: PlainExample },
): Promise<RunningExample> {
  const { name, edit } = options;
  return runExample(browser, {
    ...options,
    policy: policies[policy],
    edit: (text) => keepNotes(name, edit(text)),
  });
}

/**
 * Expects that the example has reported a policy that forbids WebAssembly once, that the browser has reported only the attempt to
 * compile, and that there are no other errors.
 */
export async function expectPolicyIsReported(
  { page, errors }: RunningExample,
  policy: ExampleForm['policy'],
): Promise<void> {
  const notes = (await page.evaluate('globalThis.notes ?? []')) as string[];
  // On a busy machine there may be a note about skipped steps. Only notes about the policy count.
  const policyNotes = notes.filter((note) => note.includes("'wasm-unsafe-eval'"));
  expect(policyNotes).toHaveLength(policy === 'strict' ? 1 : 0);
  const isOfPolicy = (error: string) => policy === 'strict' && /wasm-eval|WebAssembly/.test(error);
  expect(errors.filter((error) => !isOfPolicy(error))).toEqual([]);
}

/**
 * Waits until a condition holds in the page, at most `seconds`. `waitForFunction` would create code from text in the page, which
 * the policy forbids.
 */
export async function waitInPage(page: Page, holds: () => boolean, seconds = 60): Promise<void> {
  for (const end = Date.now() + 1000 * seconds; Date.now() < end; ) {
    if (await page.evaluate(holds)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
