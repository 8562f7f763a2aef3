import sharp from 'sharp';
import { expect, test } from 'vitest';
import { approvedReview, base64, review } from '../support/factories.ts';
import { describeFaces, type FaceCaller, refusal } from './support/faces.ts';

/** A picture with something on it, wider than the phone it is said to be taken on. */
async function widePage(): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const create = { width: 200, height: 100, channels: 3 as const, background: '#fff', noise };
  return (await sharp({ create }).png().toBuffer()).toString('base64');
}
const phone = { name: 'mobile', width: 100, height: 100, scale: 1 };

describeFaces('a second opinion', {}, (face) => {
  const findings = async (caller: FaceCaller, id: string) => (await caller.call('get_review', { id })).findings;

  test('comes as hints on every shot, beside those of the client', async () => {
    const caller = await face().newCaller();
    const { id } = await review(caller, {
      images: [
        { image: await base64(), label: 'Blank' },
        { image: await widePage(), label: 'Wide', viewport: phone },
      ],
    });
    await caller.call('add_findings', { id, findings: [{ body: 'Of the client' }] });
    const asked = await caller.call('second_opinion', { id });
    expect(asked).toMatchObject({ queued: 2, review: { id } });
    await expect.poll(async () => (await findings(caller, id)).length, { timeout: 20_000 }).toBe(3);
    const found = await findings(caller, id);
    expect(found[0]).toMatchObject({ id: 1, source: 'client', rule: null });
    expect(
      found
        .slice(1)
        .map(({ screenshot_index, source, rule }) => [screenshot_index, source, rule])
        .sort(),
    ).toEqual([
      [0, 'second_opinion', 'blank-picture'],
      [1, 'second_opinion', 'wider-than-viewport'],
    ]);
    const wide = found.find(({ rule }) => rule === 'wider-than-viewport');
    expect(wide?.area).toEqual({ x: 0.5, y: 0, width: 0.5, height: 1 });
    expect(new Set(found.map((each) => each.id)).size).toBe(3);
  });

  test('asked for again, of one shot, takes the place of the one before', async () => {
    const caller = await face().newCaller();
    const image = await base64();
    const { id } = await review(caller, { images: [image, image] });
    await caller.call('second_opinion', { id });
    await expect.poll(async () => (await findings(caller, id)).length, { timeout: 20_000 }).toBe(2);
    const before = await findings(caller, id);
    const kept = before.find(({ screenshot_index }) => screenshot_index === 0)?.id;
    expect((await caller.call('second_opinion', { id, screenshot_index: 1 })).queued).toBe(1);
    const others = async () => (await findings(caller, id)).filter((each) => before.every((old) => old.id !== each.id));
    await expect.poll(async () => (await others()).length, { timeout: 20_000 }).toBe(1);
    expect(await findings(caller, id)).toMatchObject([
      { id: kept, screenshot_index: 0 },
      { screenshot_index: 1, rule: 'blank-picture' },
    ]);
  });

  test('is for an open review and a shot that is there', async () => {
    const caller = await face().newCaller();
    const decided = await approvedReview(caller);
    const { status, body } = await refusal(caller.call('second_opinion', { id: decided.id }));
    expect([status, body.error]).toEqual([422, 'invalid_state']);
    const { id } = await review(caller);
    for (const screenshot_index of [1, 2 ** 40]) {
      const wrong = await refusal(caller.call('second_opinion', { id, screenshot_index }));
      expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([422, 'screenshot_index']);
    }
    const other = await face().newCaller();
    expect((await refusal(other.call('second_opinion', { id }))).status).toBe(404);
  });
});
