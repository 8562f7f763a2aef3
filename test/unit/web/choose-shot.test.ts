import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { openReview } from '../../../server/contract/examples.ts';
import { chooseShot } from '../../../server/web/screenshots/stage-base.ts';
import type { Screenshot } from '../../../server/web/shared/types.ts';

const at = (index: number): Screenshot => ({ ...(openReview.screenshots[0] as Screenshot), index });

test('a page without a screenshot shows the first that comes, and stays with it when earlier ones come', () => {
  const shots = signal<readonly Screenshot[]>([]);
  const shot = signal(0);
  const stop = chooseShot({ shot }, () => shots.value, { innerWidth: 1440 });
  expect(shot.value).toBe(0);
  shots.value = [at(1), at(2)];
  expect(shot.value).toBe(1);
  shots.value = [at(0), at(1), at(2)];
  expect(shot.value).toBe(1);
  shot.value = 2;
  expect(shot.value).toBe(2);
  shot.value = 7;
  expect(shot.value).toBe(0);
  stop();
});
