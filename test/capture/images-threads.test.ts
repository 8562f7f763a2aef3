import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { compare, createImageTools, readImage, tiles } from '../../server/adapters/images/index.ts';
import { shortageOf } from '../../server/api/shortage.ts';

const tools = createImageTools();
afterAll(() => tools.close());

const image = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer();

describe('the image tools in threads', () => {
  it('return what the functions themselves return, with bytes as buffers', async () => {
    const [red, blue] = await Promise.all([image('red'), image('blue')]);
    const read = await tools.read(red);
    expect(read).toEqual(await readImage(red));
    expect(Buffer.isBuffer(read.bytes)).toBe(true);
    const difference = await tools.compare(red, blue);
    expect(difference).toEqual(await compare(red, blue));
    expect(Buffer.isBuffer(difference.diff)).toBe(true);
    const strips = await tools.tiles(red, 64);
    expect(strips).toEqual(await tiles(red, 64));
    expect(strips.map(({ bytes }) => Buffer.isBuffer(bytes))).toEqual([true, true, true, true]);
  });

  it('read a part of a larger buffer', async () => {
    const red = await image('red');
    const around = Buffer.concat([Buffer.alloc(100), red, Buffer.alloc(100)]);
    const part = around.subarray(100, 100 + red.length);
    expect((await tools.read(part)).sha256).toBe((await tools.read(red)).sha256);
  });

  it('report what was refused and why', async () => {
    const refused = await tools.read(Buffer.from('GIF89a')).catch((error: unknown) => error);
    expect(tools.isRefusal(refused)).toBe(true);
    expect(refused).toMatchObject({ code: 'format', message: 'This is a GIF. Send a PNG, a JPEG or a WebP.' });
  });

  it('process many images at once, each with its own result', async () => {
    const colours = Array.from({ length: 24 }, (_, at) => `rgb(${at * 10}, 0, 0)`);
    const images = await Promise.all(colours.map(image));
    const read = await Promise.all(images.map((bytes) => tools.read(bytes)));
    const expected = await Promise.all(images.map((bytes) => readImage(bytes)));
    expect(read.map(({ sha256 }) => sha256)).toEqual(expected.map(({ sha256 }) => sha256));
  });

  it('hold the pixels of one image per thread, however many images wait', async () => {
    const own = createImageTools();
    const red = await image('red');
    const sent = vi.spyOn(Worker.prototype, 'postMessage');
    const all = Promise.all(Array.from({ length: 24 }, () => own.read(red)));
    await Promise.resolve();
    expect(sent.mock.calls.length).toBe(Math.min(4, availableParallelism()));
    await all;
    expect(sent).toHaveBeenCalledTimes(24);
    sent.mockRestore();
    await own.close();
  });

  it('fail running work when a thread ends by itself, and continue with new ones', async () => {
    const own = createImageTools();
    const red = await image('red');
    // It never arrives, so that the thread cannot finish it before it ends.
    const sent = vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(() => {});
    const broken = own.read(red).catch((error: unknown) => error);
    await (sent.mock.contexts as Worker[])[0]?.terminate();
    sent.mockRestore();
    expect(await broken).toMatchObject({ message: 'The thread that reads images ended.' });
    expect(shortageOf(await broken)).toBeNull();
    expect((await own.read(red)).width).toBe(300);
    await own.close();
  });

  it('finish the work of one service when another in the process stops', async () => {
    const [leaving, staying] = [createImageTools(), createImageTools()];
    const red = await image('red');
    const refused = Promise.allSettled([leaving.read(red), leaving.read(red)]);
    const read = [staying.read(red), staying.read(red)];
    await leaving.close();
    expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await Promise.all(read)).map(({ width }) => width)).toEqual([300, 300]);
    await staying.close();
  });

  it('refuse running, waiting and later work when they are closed, as a service that stops does', async () => {
    const own = createImageTools();
    const red = await image('red');
    const begun = Array.from({ length: 6 }, () => own.read(red).catch((error: unknown) => error));
    await own.close();
    const sent = vi.spyOn(Worker.prototype, 'postMessage');
    const all = [...begun, own.read(red).catch((error: unknown) => error)];
    for (const error of await Promise.all(all)) {
      expect(error).toMatchObject({ code: 'SERVICE_STOPPING' });
      expect(own.isRefusal(error)).toBe(false);
      expect(shortageOf(error)).toMatchObject({ message: 'The service is stopping. Repeat the request in a moment.' });
    }
    expect(sent).not.toHaveBeenCalled();
    sent.mockRestore();
  });
});
