import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createTerminal } from '../../../server/cli/terminal.ts';

/** Creates a terminal, and collects what is written to its streams. */
function open(json: boolean, env: NodeJS.ProcessEnv, isTTY: { stdout: boolean; stderr: boolean }) {
  const written: string[] = [];
  const to = (isTTY: boolean) => ({ isTTY, write: (text: string) => written.push(text) });
  const streams = { stdin: Readable.from([]), stdout: to(isTTY.stdout), stderr: to(isTTY.stderr) };
  return { terminal: createTerminal(json, env, streams), written };
}

test.each([
  ['a terminal', true, {}, true],
  ['a pipe', false, {}, false],
  ['NO_COLOR', true, { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR, which means nothing', true, { NO_COLOR: '' }, true],
  ['a dumb terminal', true, { TERM: 'dumb' }, false],
])('colours on %s', (_, tty, env, coloured) => {
  const { terminal } = open(false, env, { stdout: tty, stderr: tty });
  expect(terminal.paint('x', 'red')).toBe(coloured ? '\u001b[31mx\u001b[0m' : 'x');
});

test('with --json colours depend on stderr, where the messages are written', () => {
  expect(open(true, {}, { stdout: false, stderr: true }).terminal.paint('x', 'red')).not.toBe('x');
});

test('a hidden secret is replaced by asterisks wherever people read it', () => {
  const { terminal, written } = open(false, {}, { stdout: true, stderr: true });
  terminal.hide('');
  terminal.hide('slt_secret');
  terminal.print('print slt_secret');
  terminal.note('note slt_secret');
  terminal.onInterrupt('advice slt_secret');
  expect(written).toEqual(['print ***\n', 'note ***\n']);
  expect(terminal.advice()).toBe('advice ***');
});
