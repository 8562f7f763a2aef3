import { expect, test } from 'vitest';
import { failureNotices } from '../../../server/capture/failed-notices.ts';

test('a notice about what could not be loaded accounts for each resource, also where several look alike', () => {
  const paths = ['1/logo.png', '2/logo.png', 'a.png', 'b.png', '1/z.png', '2/z.png'];
  const failures = paths.map((path) => ({ url: `https://x.test/${path}`, kind: 'image' as const, reason: 'gone' }));
  expect(failureNotices(failures).map(({ message }) => message)).toEqual([
    '6 images could not be loaded: x.test/a.png (gone), x.test/b.png (gone), 2 × x.test/…/logo.png (gone) and 2 more.',
  ]);
});
