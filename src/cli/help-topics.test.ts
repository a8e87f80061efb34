import { Command } from 'commander';
import { expect, test, vi } from 'vitest';
import { systemEntries } from '../systems/index.ts';
import { createBakeCommand } from './bake-command.ts';
import { createHelpCommand } from './help-topics.ts';
import { createRenderCommand } from './render-command.ts';
import { sceneFlags } from './scene-options.ts';
import { exitStatus } from './show-error.ts';
import { flagUsage } from './table-options.ts';

/** Runs `aftermotion help …` and returns its output and exit status. */
async function help(...args: string[]): Promise<{ out: string; err: string; status: number }> {
  let status: number = exitStatus.done;
  const finish = (given: number) => {
    status = given;
  };
  const program = new Command('aftermotion').helpCommand(false);
  program.addCommand(createBakeCommand(0, finish)).addCommand(createRenderCommand(finish));
  program.addCommand(createHelpCommand(program, finish));
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const err = vi.spyOn(console, 'error').mockReturnValue();
  await program.parseAsync(['help', ...args], { from: 'user' });
  const texts = [out, err].map((spy) => spy.mock.calls.map(([text]) => String(text)).join(''));
  out.mockRestore();
  err.mockRestore();
  return { out: texts[0], err: texts[1], status };
}

const topics = [...systemEntries.map(({ name }) => name), 'actor', 'time', 'output', 'shape'];

test('the help of a command fits on two screens and names every topic', async () => {
  for (const command of ['bake', 'render']) {
    const { out } = await help(command);
    expect(out.split('\n').length).toBeLessThanOrEqual(64);
    if (command === 'bake') for (const topic of topics) expect(out).toContain(`aftermotion help ${topic} `);
  }
});

test('help alone lists commands and topics', async () => {
  const { out, status } = await help();
  expect(status).toBe(exitStatus.done);
  for (const name of ['bake', 'render', ...topics]) expect(out).toContain(`aftermotion help ${name} `);
});

test('every flag that sets a value of a scene is on the page of a topic', async () => {
  const pages = (await Promise.all(topics.map((topic) => help(topic)))).map(({ out }) => out).join('\n');
  for (const { flag, spec, key, part } of sceneFlags) {
    expect(pages).toContain(`  ${flagUsage(flag, spec)}`);
    if (part !== null) expect(pages).toContain(`"${key}": `);
  }
});

test.each(systemEntries.map((entry) => [entry.name, entry] as const))(
  'the page of %s has each of its parameters, and pages of its lists',
  async (name, { params }) => {
    const { out } = await help(name);
    for (const [key, spec] of Object.entries(params)) {
      expect(out).toContain(`"${key}": `);
      if (spec.type !== 'list') continue;
      const { out: list } = await help(name, key);
      for (const [kind, { fields }] of Object.entries(spec.kinds)) {
        if (spec.tag !== undefined) expect(list).toContain(`{ "${spec.tag}": "${kind}" }`);
        for (const field of Object.keys(fields)) expect(list).toContain(`"${field}": `);
      }
    }
    // Angles must be given in degrees.
    expect(out).not.toMatch(/\d rad\b/);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  },
);

test('an angle has its range and its default in degrees', async () => {
  expect((await help('ground')).out).toContain('"insideSlope": an angle from 0° to 90°, or keys\n');
  expect((await help('fur')).out).toContain('"maxLean": an angle from 2.86° to 89.4°; default: 85°');
});

test.each([
  [['grond'], 'help: unknown name "grond", did you mean "ground"?'],
  [['qqqqq'], /^help: unknown name "qqqqq", known are bake, render, help, ground, .*, shape$/],
  [['particles', 'kyes'], 'help particles: unknown name "kyes", did you mean "keys"?'],
  [['flesh', 'keys'], 'help flesh: unknown name "keys", known are touchedBy'],
  [['bake', 'keys'], 'help bake: bake has no lists: aftermotion help bake'],
])('help about %j is refused with a hint', async (args, message) => {
  const { out, err, status } = await help(...args);
  expect(err).toMatch(message);
  expect({ out, status }).toEqual({ out: '', status: exitStatus.wrongInput });
});
