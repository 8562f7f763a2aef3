import { beforeEach, expect, test } from 'vitest';
import type { Client, Input } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { decide, nextPass, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { pageImage } from '../web/support/page-image.ts';

const DAY_MS = 86_400_000;
let now = new Date('2026-11-27T09:00:00Z');
let client: Client & { token: string; workspaceId: string };

const service = await startService({}, () => now);
beforeEach(async () => {
  client = await service.newClient();
});

const commit = 'b'.repeat(40);
const shop = { repository: 'shop/web', name: 'visual', branch: 'main' };
type Screens = Record<string, string>;

/** Screenshots by label, each of a page that differs in the colour of its button alone. */
const shots = (buttons: Screens) =>
  Promise.all(
    Object.entries(buttons).map(async ([label, button]) => ({ image: await pageImage(400, 300, button), label })),
  );

async function request(buttons: Screens, more: Partial<Input<'create_review'>> = {}, parent?: Review): Promise<Review> {
  const input = { images: await shots(buttons), base: { ...shop, commits: [{ commit }] }, ...more };
  const { id } = await (parent === undefined ? review(client, input) : nextPass(client, parent, input));
  await expect.poll(async () => (await read({ id })).base?.compared).toBe(true);
  return read({ id });
}

const read = ({ id }: Pick<Review, 'id'>) => client.call('get_review', { id });
const record = async (buttons: Screens, more = {}) =>
  client.call('create_baseline', { ...shop, commit, images: await shots(buttons), ...more });

const reasons = ({ screenshots }: Review) =>
  Object.fromEntries(
    screenshots.map(({ label, base_change }) => [label, base_change?.noise.map(({ reason }) => reason)]),
  );

async function callNoise(of: Review, index = 0, more: Partial<Input<'mark_noise'>> = {}): Promise<Review> {
  const view = await reviewerOf(of).call('mark_noise', {
    ...{ screenshot_index: index, base_id: of.base?.id ?? '', reason: 'The button is random.', days: 30, ...more },
  });
  return view.review;
}

const refused = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { body: { error: string; message: string } }) => [error.body.error, error.body.message],
  );

test('a difference that a person calls noise needs no look there at once, and elsewhere from the approval on', async () => {
  await record({ Home: '#112233', Cart: '#112233' });
  const first = await request({ Home: '#ddeeff', Cart: '#112233' }, { reference: 'shop/web#41', revision: '4f1c9ab' });
  const sibling = await request({ Home: '#00ff00', Cart: '#112233' });
  const seen = await callNoise(first);
  const [rule] = seen.screenshots[0]?.base_change?.noise ?? [];
  expect(rule).toMatchObject({
    ...{ label: 'Home', reason: 'The button is random.', approved_in: null },
    ...{ created_at: now.toISOString(), expires_at: new Date(now.getTime() + 30 * DAY_MS).toISOString() },
  });
  expect(reasons(seen)).toEqual({ Home: ['The button is random.'], Cart: [] });
  expect(reasons(await read(sibling))).toEqual({ Home: [], Cart: [] });

  await decide(first, 'approved', { name: 'Mara' });
  const [elsewhere] = (await read(sibling)).screenshots[0]?.base_change?.noise ?? [];
  expect(elsewhere).toEqual({
    ...rule,
    approved_in: {
      ...{ review_id: first.id, reference: 'shop/web#41', revision: '4f1c9ab', outcome: 'approved' },
      ...{ decided_by: 'Mara', verified_login: null, decided_at: now.toISOString() },
    },
  });

  await decide(await read(first), 'changes_requested', { note: 'No.' });
  expect(reasons(await read(sibling))).toEqual({ Home: [], Cart: [] });
});

test('a rule counts for its label, its name and its repository alone, and never for a change of the rest', async () => {
  await record({ Home: '#112233' });
  for (const other of [{ name: 'mobile' }, { repository: 'a/b' }]) await record({ Home: '#112233' }, other);
  const first = await request({ Home: '#ddeeff' });
  await callNoise(first);
  await decide(first, 'approved');
  expect(reasons(await request({ Home: '#aa0000' }))).toEqual({ Home: ['The button is random.'] });
  const base = (other: object) => ({ base: { ...shop, commits: [{ commit }], ...other } });
  expect(reasons(await request({ Home: '#aa0000' }, base({ name: 'mobile' })))).toEqual({ Home: [] });
  expect(reasons(await request({ Home: '#aa0000' }, base({ repository: 'a/b' })))).toEqual({ Home: [] });
  expect(reasons(await request({ Start: '#aa0000' }))).toEqual({ Start: [] });
  const taller = { images: [{ image: await pageImage(400, 420, '#aa0000'), label: 'Home' }] };
  expect(reasons(await request({}, taller))).toEqual({ Home: [] });
});

test('a rule expires: open reviews ask again, decided ones stay as their reviewer saw them', async () => {
  await record({ Home: '#112233' });
  const first = await request({ Home: '#ddeeff' });
  await callNoise(first, 0, { days: 2 });
  await decide(first, 'approved');
  const [open, decided] = [await request({ Home: '#aa0000' }), await request({ Home: '#00aa00' })];
  await decide(decided, 'approved');
  expect(reasons(await read(open))).toEqual({ Home: ['The button is random.'] });
  now = new Date(now.getTime() + 2 * DAY_MS);
  expect(reasons(await read(open))).toEqual({ Home: [] });
  expect(reasons(await read(decided))).toEqual({ Home: ['The button is random.'] });
});

test('a rule lasts for the later passes of its review, and is in force only if an approval showed it', async () => {
  await record({ Home: '#112233', Cart: '#112233' });
  const first = await request({ Home: '#ddeeff', Cart: '#ddeeff' });
  await callNoise(first, 0, { reason: 'Home varies.' });
  await callNoise(first, 1, { reason: 'Cart varies.' });
  await decide(first, 'changes_requested', { note: 'More.' });
  const second = await request({ Home: '#00ff00', Cart: '#112233' }, {}, await read(first));
  expect(reasons(second)).toEqual({ Home: ['Home varies.'], Cart: [] });
  await decide(second, 'approved');
  // Nobody who approved has seen that the cart varies.
  expect(reasons(await request({ Home: '#0000ff', Cart: '#0000ff' }))).toEqual({ Home: ['Home varies.'], Cart: [] });
});

test('an approval puts no rule into force that its person has not seen', async () => {
  await record({ Home: '#112233', Cart: '#112233' });
  const first = await request({ Home: '#ddeeff', Cart: '#ddeeff' });
  await callNoise(first, 0, { reason: 'Home varies.' });
  const seen = await callNoise(first, 1, { reason: 'Cart varies.' });
  const ids = seen.screenshots.map(({ base_change }) => base_change?.noise[0]?.id ?? '');
  await decide(first, 'approved', { noise: ids.slice(1) });
  expect(reasons(await request({ Home: '#0000ff', Cart: '#0000ff' }))).toEqual({ Home: [], Cart: ['Cart varies.'] });
});

test('a repeated approval puts into force only the rules that its person saw, and keeps none of an earlier one', async () => {
  await record({ Home: '#112233' });
  const first = await request({ Home: '#ddeeff' });
  await callNoise(first);
  await decide(first, 'approved');
  const sibling = await request({ Home: '#0000ff' });
  expect(reasons(await read(sibling))).toEqual({ Home: ['The button is random.'] });
  await decide(first, 'changes_requested');
  await decide(first, 'approved', { noise: [] });
  expect(reasons(await read(sibling))).toEqual({ Home: [] });
  await decide(first, 'changes_requested');
  await decide(first, 'approved');
  expect(reasons(await read(sibling))).toEqual({ Home: ['The button is random.'] });
});

test('a rule can be made again with other words, and be ended by the link or by the workspace', async () => {
  await record({ Home: '#112233' });
  const first = await request({ Home: '#ddeeff' });
  await callNoise(first);
  const again = await callNoise(first, 0, { reason: 'A shop window.' });
  expect(reasons(again)).toEqual({ Home: ['A shop window.'] });
  const ruleOf = (of: Review) => of.screenshots[0]?.base_change?.noise[0]?.id ?? '';
  const ended = await reviewerOf(first).call('end_noise', { rule_id: ruleOf(again) });
  expect(reasons(ended.review)).toEqual({ Home: [] });

  await callNoise(first);
  await decide(first, 'approved');
  const sibling = await request({ Home: '#aa0000' });
  const [known] = (await client.call('list_repositories', {})).repositories;
  expect(known?.names[0]?.noise).toEqual(sibling.screenshots[0]?.base_change?.noise);
  const rule_id = ruleOf(sibling);
  expect(await client.call('end_noise_rule', { rule_id })).toEqual({ rule_id, ended: true });
  expect(reasons(await read(sibling))).toEqual({ Home: [] });
  expect((await client.call('list_repositories', {})).repositories[0]?.names[0]?.noise).toEqual([]);
  const stranger = await service.newClient();
  expect(await refused(stranger.call('end_noise_rule', { rule_id }))).toEqual(['not_found', expect.any(String)]);
});

test('an approval is none of what was noise alone: once the rule ends, people are asked again', async () => {
  await record({ Home: '#112233', Cart: '#112233' });
  const first = await request({ Home: '#ddeeff', Cart: '#112233' });
  const rule_id = (await callNoise(first)).screenshots[0]?.base_change?.noise[0]?.id ?? '';
  await decide(first, 'approved');
  const regressed = { Home: '#ff0000', Cart: '#00ff00' };
  const second = await request(regressed);
  await decide(second, 'approved');
  const again = (of: Review) => of.screenshots.map(({ base_change }) => base_change?.approved_in?.review_id ?? null);
  expect(again(await request(regressed))).toEqual([null, second.id]);
  await client.call('end_noise_rule', { rule_id });
  expect(again(await request(regressed))).toEqual([null, second.id]);

  // Approved again without the rule, the change itself is.
  await decide(second, 'changes_requested');
  await decide(second, 'approved');
  expect(again(await request(regressed))).toEqual([second.id, second.id]);
});

test('noise cannot be called noise again while its rule is in force, so that no rule grows', async () => {
  await record({ Home: '#112233' });
  const first = await request({ Home: '#ddeeff' });
  await callNoise(first);
  await decide(first, 'approved');
  const sibling = await request({ Home: '#aa0000' });
  const rule_id = sibling.screenshots[0]?.base_change?.noise[0]?.id ?? '';
  expect(await refused(callNoise(sibling))).toEqual(['conflict', expect.stringContaining('End that noise rule first')]);
  await reviewerOf(sibling).call('end_noise', { rule_id });
  expect(reasons(await callNoise(sibling))).toEqual({ Home: ['The button is random.'] });
});

test('a rule is for one screenshot: it is neither made nor counts where several have its label', async () => {
  const twice = async (button: string) => ({
    images: (await Promise.all([shots({ Home: button }), shots({ Home: '#112233' })])).flat(),
  });
  await record({ Home: '#112233' });
  const first = await request({ Home: '#ddeeff' });
  await callNoise(first);
  await decide(first, 'approved');
  const double = await request({}, await twice('#aa0000'));
  expect(double.screenshots.map(({ base_change }) => base_change?.noise)).toEqual([[], []]);
  expect(await refused(callNoise(double))).toEqual([
    'conflict',
    expect.stringContaining('Several screenshots have this label'),
  ]);
});

test('what cannot be noise is refused with the reason', async () => {
  await record({ Home: '#112233', Cart: '#112233' });
  const taller = { image: await pageImage(400, 420, '#112233'), label: 'Cart' };
  const open = await request({}, { images: [...(await shots({ Home: '#112233' })), taller] });
  const call = (index: number, more = {}) => refused(callNoise(open, index, more));
  expect(await call(0)).toEqual(['conflict', 'This screenshot does not differ from the baseline.']);
  expect(await call(1)).toEqual(['conflict', expect.stringMatching(/^Content was added, removed or moved here\./)]);
  expect(await call(9)).toEqual(['invalid_request', expect.stringContaining('There is no screenshot')]);
  expect(await call(1, { base_id: open.id })).toEqual(['conflict', expect.stringContaining('another baseline now')]);
  expect(await call(1, { reason: ' ' })).toEqual(['invalid_request', expect.any(String)]);
  expect(await call(1, { days: 91 })).toEqual(['invalid_request', expect.any(String)]);
  const alone = await review(client);
  expect(await refused(callNoise(alone, 0, { base_id: open.base?.id ?? '' }))).toEqual([
    'conflict',
    'This review is compared with no baseline.',
  ]);
  await decide(open, 'approved');
  expect(await call(1)).toEqual(['conflict', expect.any(String)]);
});

test('a link ends no rule of another review that is undecided, nor of another name', async () => {
  await record({ Home: '#112233' });
  await record({ Home: '#112233' }, { name: 'mobile' });
  const first = await request({ Home: '#ddeeff' });
  const rule_id = (await callNoise(first)).screenshots[0]?.base_change?.noise[0]?.id ?? '';
  const sibling = await request({ Home: '#aa0000' });
  expect((await refused(reviewerOf(sibling).call('end_noise', { rule_id })))?.[0]).toBe('not_found');
  await decide(first, 'approved');
  const base = { ...shop, name: 'mobile', commits: [{ commit }] };
  const mobile = await request({ Home: '#aa0000' }, { base });
  expect((await refused(reviewerOf(mobile).call('end_noise', { rule_id })))?.[0]).toBe('not_found');
  await reviewerOf(sibling).call('end_noise', { rule_id });
  expect(reasons(await read(sibling))).toEqual({ Home: [] });
});
