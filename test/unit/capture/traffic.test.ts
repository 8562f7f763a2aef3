import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { watchTraffic } from '../../../server/capture/traffic.ts';

/** A page on a machine on which waits take `slowness` times as long as asked; `step` acts for the page at each wait. */
function pageOn(slowness: number, step: (waits: number, page: EventEmitter) => void) {
  const page = new EventEmitter();
  let [time, waits] = [0, 0];
  const traffic = watchTraffic(page as unknown as Page, () => time);
  page.emit('request', request);
  const wait = async (ms: number) => {
    time += ms * slowness;
    waits += 1;
    step(waits, page);
  };
  return { isQuiet: () => traffic.quiet(120, 3_000, wait), waits: () => waits };
}

const request = { resourceType: () => 'image' };

it.each([1, 3])(
  'waits for what is still loading, measured in the time that passes for the page: %i times as slow',
  async (slowness) => {
    const page = pageOn(slowness, (waits, events) => {
      if (waits === 60) events.emit('requestfinished', request);
    });
    expect(await page.isQuiet()).toBe(true);
    expect(page.waits()).toBe(63);
  },
);

it.each([
  ['for the page', 1, 75],
  ['on the clock when the page hardly gets on', 40, 8],
])('is not quiet while one request follows another, until the limit is reached %s', async (_, slowness, waits) => {
  const page = pageOn(slowness, (_waits, events) => {
    events.emit('requestfinished', request);
    events.emit('request', request);
    events.emit('requestfinished', request);
  });
  expect(await page.isQuiet()).toBe(false);
  expect(page.waits()).toBe(waits);
});
