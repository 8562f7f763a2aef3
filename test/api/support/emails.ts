import sharp from 'sharp';
import { expect } from 'vitest';
import { mailFiles } from '../../support/emails/show.ts';
import type { Caller } from '../../support/factories.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** Starts a server with the files that the realistic emails load. */
export async function startMailFiles(): Promise<Receiver> {
  const files = await startReceiver();
  const known = new Map(Object.entries(await mailFiles()));
  files.answerWith(({ path }) => {
    const file = known.get(path.split('?')[0] as '/logo.png');
    if (file === undefined) return 404;
    return { type: file.headers['content-type'], body: Buffer.from(file.body) };
  });
  return files;
}

async function finished(caller: Caller, id: string) {
  await expect
    .poll(async () => (await caller.call('get_review', { id })).status, { interval: 250 })
    .not.toBe('preparing');
  return caller.call('get_review', { id });
}

/** Makes a review of an email, and waits for its screenshots. */
export async function showEmail(caller: Caller, html: string) {
  const made = await caller.call('create_review', { title: 'A mail', type: 'email', html });
  expect(made).toMatchObject({ status: 'preparing', source: 'html' });
  return finished(caller, made.id);
}

/** Returns a function that reads a screenshot's colour at CSS pixels. */
export async function coloursAt(url: string | undefined) {
  const image = Buffer.from(await (await fetch(url ?? '')).arrayBuffer());
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => {
    const at = (y * 2 * info.width + x * 2) * info.channels;
    return `#${Buffer.from(data.subarray(at, at + 3)).toString('hex')}`;
  };
}

/** Settings with which emails may load from loopback. */
export const allowed = { OUTBOUND_ALLOW: 'capture=127.0.0.0/8', MAX_HTML_MB: '0.2' };
