import { expect, test } from 'vitest';
import { poll } from '../../../server/cli/poll.ts';

test('waiting reports progress, and ends with what to do when it takes too long', async () => {
  const lines: string[] = [];
  const wait = {
    read: () => Promise.reject(new Error('It is read no more.')),
    isDone: (made: number) => made === 2,
    progress: (made: number) => `${made} of 2`,
    note: (line: string) => void lines.push(line),
    minutes: -1,
    late: 'Does the worker run?',
  };
  await expect(poll(1, wait)).rejects.toThrow('Does the worker run?');
  await expect(poll(2, wait)).resolves.toBe(2);
  expect(lines).toEqual(['1 of 2', '2 of 2']);
});
