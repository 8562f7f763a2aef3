import { expect, test } from 'vitest';
import { isGenerated } from '../../../server/capture/in-page/map/selectors.ts';

test.each([
  ...['css-1x2y3z', 'radix-1', ':r3:', 'mui-button', 'svelte-abc', 'data-v-7', '__next'],
  ...['4711', 'order-20260101', 'deadbeef1', 'button_a1b2c', 'x'.repeat(61)],
])('%s is recognised as a name that changes with each build or visit', (name) => {
  expect(isGenerated(name)).toBe(true);
});

test.each(['save', 'btn-save', 'column-2', 'h1', 'step-3-of-4', 'mp3', 'Größe', 'facade'])('%s stays', (name) => {
  expect(isGenerated(name)).toBe(false);
});
