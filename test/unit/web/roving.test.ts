import { expect, test, vi } from 'vitest';
import { rove } from '../../../server/web/shared/roving.ts';

test.each(['altKey', 'ctrlKey', 'metaKey'])('a list leaves an arrow with %s to the browser', (held) => {
  const [querySelectorAll, preventDefault] = [vi.fn(() => []), vi.fn()];
  const event = { key: 'ArrowLeft', [held]: true, currentTarget: { querySelectorAll }, preventDefault };
  rove(event as unknown as Parameters<typeof rove>[0]);
  expect([querySelectorAll, preventDefault].map(({ mock }) => mock.calls)).toEqual([[], []]);
});
