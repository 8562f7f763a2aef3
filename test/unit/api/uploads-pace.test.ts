import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { patiently, TooSlow, usualPatience } from '../../../server/api/upload-body.ts';

test('the minimum rate applies throughout the upload, and a sender that keeps it is not cut off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    const read = async (parts: number[], stepMs: number): Promise<number | string> => {
      const body = new PassThrough();
      let size = 0;
      const reading = (async () => {
        for await (const chunk of patiently(body, usualPatience)) {
          size += chunk.length;
        }
        return size;
      })().catch((error: unknown) => (error instanceof TooSlow ? `too slow after ${size}` : String(error)));
      for (const bytes of parts) {
        body.write(Buffer.alloc(bytes));
        // Lets the reader consume what was written before time advances.
        for (let turn = 0; turn < 3; turn += 1) await new Promise((fulfil) => setImmediate(fulfil));
        await vi.advanceTimersByTimeAsync(stepMs);
      }
      body.end();
      return reading;
    };
    const many = (count: number, bytes: number): number[] => Array.from({ length: count }, () => bytes);
    expect(await read(many(100, 20_000), 2_000)).toBe(2_000_000);
    expect(await read(many(30, 7_000), 1_000)).toBe('too slow after 140000');
    expect(await read([1_000_000, ...many(20, 7_000)], 1_000)).toBe('too slow after 1133000');
    expect(await read([100_000], 19_999)).toBe(100_000);
    expect(await read([100_000], 20_000)).toBe('too slow after 100000');
    // Fast enough throughout, but longer than any upload may take.
    expect(await read(many(310, 20_000), 1_000)).toBe('too slow after 6000000');
  } finally {
    vi.useRealTimers();
  }
});
