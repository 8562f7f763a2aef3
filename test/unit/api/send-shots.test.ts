import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Input, ServiceError } from '../../../server/contract/client.ts';
import { sendFirst, sendMissing } from '../../../server/contract/send-shots.ts';

const dataUrl = (text: string) => `data:image/png;base64,${Buffer.from(text).toString('base64')}`;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const shot = (label: string, text = label) => ({ label, image: dataUrl(text) });

/** A service that has the images with these texts, and how often it was asked. */
function having(...texts: string[]) {
  const asked: unknown[] = [];
  const has = new Set(texts.map(hashOf));
  const ask = async ({ sha256 }: Input<'find_missing_images'>) => {
    asked.push(sha256);
    return { missing: sha256.filter((hash) => !has.has(hash)) };
  };
  return { ask, asked };
}
const echo = async <Sent>(sent: Sent) => sent;
const refusing = (status: number) => {
  const sent: unknown[] = [];
  const send = async (shots: { image?: string | undefined }[]) => {
    sent.push(shots);
    if (shots.some(({ image }) => image?.startsWith('sha256:'))) throw new ServiceError(status, { message: 'No.' });
    return 'sent';
  };
  return { sent, send };
};

describe('images', () => {
  test('that the service has are named by their hash, and the others are sent', async () => {
    const { ask, asked } = having('b');
    const sent = await sendMissing(ask, [shot('a'), shot('b'), shot('c'), shot('again', 'a')], echo);
    expect(sent).toEqual([shot('a'), { label: 'b', image: `sha256:${hashOf('b')}` }, shot('c'), shot('again', 'a')]);
    expect(asked).toEqual([[hashOf('a'), hashOf('b'), hashOf('c')]]);
  });

  test('are all sent when one that was named is gone meanwhile', async () => {
    const { sent, send } = refusing(422);
    expect(await sendMissing(having('a').ask, [shot('a'), shot('b')], send)).toBe('sent');
    expect(sent).toEqual([
      [{ label: 'a', image: `sha256:${hashOf('a')}` }, shot('b')],
      [shot('a'), shot('b')],
    ]);
  });

  test('that are refused are named by their labels, wherever the service counts them', async () => {
    const message = '`images[1].image` is larger than 10 MB.';
    const send = async () => {
      throw new ServiceError(413, { message, errors: [{ path: 'images[1].image', message }] });
    };
    const said = '“b” is larger than 10 MB.';
    await expect(sendMissing(having().ask, [shot('a'), shot('b')], send)).rejects.toMatchObject({
      message: said,
      body: { message: said, errors: [{ path: 'images[1].image', message: said }] },
    });
  });

  test.each([
    ['is refused for another reason', 403, 'a'],
    ['named none', 422, 'z'],
  ])('are not sent again when the request %s', async (_, status, known) => {
    let calls = 0;
    const send = async () => {
      calls += 1;
      throw new ServiceError(status, { message: 'No.' });
    };
    await expect(sendMissing(having(known).ask, [shot('a')], send)).rejects.toMatchObject({ status });
    expect(calls).toBe(1);
  });

  test('are not asked about when there are none', async () => {
    const { ask, asked } = having();
    const page = { label: 'Home', image: undefined };
    expect(await sendMissing(ask, [page], echo)).toEqual([page]);
    const deck: { title: string; images?: string[] } = { title: 'A deck' };
    expect(await sendFirst(ask, deck, echo)).toEqual(deck);
    expect(asked).toEqual([]);
  });

  test('of a creation are named in the same way', async () => {
    const images = [dataUrl('a'), shot('b')];
    expect(await sendFirst(having('a', 'b').ask, { title: 'Home', images }, echo)).toEqual({
      title: 'Home',
      images: [{ image: `sha256:${hashOf('a')}` }, { label: 'b', image: `sha256:${hashOf('b')}` }],
    });
  });
});
