import { afterEach, expect, test, vi } from 'vitest';
import { createTerminal } from '../../../server/cli/terminal.ts';

const streams = { stdout: process.stdout.isTTY, stderr: process.stderr.isTTY };
function attach(stdout: boolean, stderr: boolean): void {
  process.stdout.isTTY = stdout;
  process.stderr.isTTY = stderr;
}
afterEach(() => {
  attach(streams.stdout, streams.stderr);
  vi.restoreAllMocks();
});

test.each([
  ['a terminal', true, {}, true],
  ['a pipe', false, {}, false],
  ['NO_COLOR', true, { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR, which means nothing', true, { NO_COLOR: '' }, true],
  ['a dumb terminal', true, { TERM: 'dumb' }, false],
])('colours on %s', (_, tty, env, coloured) => {
  attach(tty, tty);
  expect(createTerminal(false, env).paint('x', 'red')).toBe(coloured ? '\u001b[31mx\u001b[0m' : 'x');
});

test('with --json colours depend on stderr, where the messages are written', () => {
  attach(false, true);
  expect(createTerminal(true, {}).paint('x', 'red')).not.toBe('x');
});

test('a hidden secret is replaced by asterisks wherever people read it', () => {
  const written: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  }
  const terminal = createTerminal(false, {});
  terminal.hide('');
  terminal.hide('slt_secret');
  terminal.print('print slt_secret');
  terminal.note('note slt_secret');
  terminal.onInterrupt('advice slt_secret');
  vi.restoreAllMocks();
  expect(written).toEqual(['print ***\n', 'note ***\n']);
  expect(terminal.advice()).toBe('advice ***');
});
