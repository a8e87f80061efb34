import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { createBakeCommand } from './bake-command.ts';
import { parseFrameRange } from './parse-frame-range.ts';
import { createRenderCommand } from './render-command.ts';

test.each([
  ['10:20', [10, 20]],
  ['10:', [10, null]],
  [':20', [null, 20]],
  [':', [null, null]],
  ['10', [10, 10]],
  ['007', [7, 7]],
  // A reversed range is accepted here. The scene reports it, together with the frames that it has.
  ['20:10', [20, 10]],
] as const)('%j is frames %j', (text, frames) => {
  expect(parseFrameRange(text)).toEqual(frames);
});

test.each(['', ' ', 'x', '1.5', '-1', '1:2:3', '1-2', '1e3', '10 : 20', '9'.repeat(20)])(
  '%j is not a range',
  (text) => {
    expect(() => parseFrameRange(text)).toThrow(InvalidArgumentError);
    expect(() => parseFrameRange(text)).toThrow(`expected a range such as 10:20, got "${text}".`);
  },
);

test('bake and render read frames in the same way', () => {
  const framesOf = (command: ReturnType<typeof createRenderCommand>, text: string) => {
    command.exitOverride().configureOutput({ writeErr() {} });
    command.parseOptions(['--frames', text]);
    return command.opts().frames;
  };
  const bake = createBakeCommand(0, () => {});
  const render = createRenderCommand(() => {});
  for (const text of ['10', '3:', ':']) {
    expect(framesOf(bake, text)).toEqual(parseFrameRange(text));
    expect(framesOf(render, text)).toEqual(parseFrameRange(text));
  }
  for (const command of [bake, render]) expect(() => framesOf(command, '1,2')).toThrow('expected a range');
});
