import { describe, expect, test } from 'vitest';
import { ActionError } from '../../../action/error.ts';
import { openPass } from '../../../action/pass/open-pass.ts';
import { findPrevious } from '../../../action/pass/previous.ts';
import type { Service } from '../../../action/service.ts';
import type { Material } from '../../../action/sources/source.ts';
import { ServiceError } from '../../../server/contract/client.ts';
import type { Review } from '../../../server/contract/review.ts';
import { newReview } from '../../github/app/support/review.ts';
import { answering, showing } from './support/client.ts';
import { newInputs, pull } from './support/pull.ts';

const { headSha: revision } = pull;
const material: Material = {
  ...{ kind: 'shots', pages: [], failed: [] },
  images: [{ label: 'a', image: 'data:image/webp;base64,' }],
};

/** Opens a pass at a service that has these reviews of the name, newest first. */
async function open(
  known: Review[],
  options: {
    create(input: Record<string, unknown>): Review;
    inputs?: Parameters<typeof newInputs>[0];
    material?: Material;
    base?: Parameters<typeof openPass>[1]['base'];
    appUrl?: string;
    env?: NodeJS.ProcessEnv;
  },
) {
  const created: Record<string, unknown>[] = [];
  const warnings: string[] = [];
  const client = answering({
    list_reviews: () => ({ reviews: known, next_cursor: null }),
    get_review: ({ id }) => known.find((review) => review.id === id),
    create_review(input) {
      created.push(input);
      return options.create(input);
    },
  });
  const app = options.appUrl === undefined ? null : { url: options.appUrl };
  const { review, reused } = await openPass({ client, document: { app } } as Partial<Service> as Service, {
    ...{ pull, material: options.material ?? material, base: options.base ?? null, env: options.env ?? {} },
    inputs: newInputs(options.inputs ?? {}),
    warn: (words) => warnings.push(words),
  });
  return { id: review.id, reused, created, warnings };
}

describe('the request for a pass', () => {
  const ours = newReview({ id: 'ours' });
  const create = () => ours;
  const first = {
    title: 'Bigger buttons',
    reference: 'github:7:42:visual',
    revision,
    images: [{ label: 'a', image: 'data:image/webp;base64,' }],
  };

  test('has what the reviewer reads, and how the next run finds it', async () => {
    expect(await open([], { create })).toEqual({ id: 'ours', reused: false, created: [first], warnings: [] });
    const base = { repository: 'github:7', name: 'visual', branch: 'main', commits: [{ commit: 'abc1234' }] };
    expect((await open([], { create, base })).created).toEqual([{ ...first, base }]);
  });

  test('has what the workflow gives, and where the App receives decisions', async () => {
    const inputs = { name: 'Checkout', title: 'Mine', context: 'Look at the total.', type: 'website' };
    const { created } = await open([], { create, inputs, appUrl: 'https://app.test/base/' });
    expect(created).toEqual([
      {
        ...first,
        ...{ title: 'Mine', reference: 'github:7:42:Checkout', context: 'Look at the total.', type: 'website' },
        webhook_url: 'https://app.test/base/decisions',
      },
    ]);
  });

  test.each<[Material, string, object]>([
    [{ kind: 'html', html: '<p>' }, '', { html: '<p>', type: 'email' }],
    [{ kind: 'html', html: '<p>' }, 'presentation', { html: '<p>', type: 'presentation' }],
    [{ kind: 'pdf', pdf: 'https://x.test/a.pdf' }, '', { pdf: 'https://x.test/a.pdf' }],
  ])('of %j with the type %j', async (of, type, wanted) => {
    const { images: _, ...rest } = first;
    expect((await open([], { create, material: of, inputs: { type } })).created).toEqual([{ ...rest, ...wanted }]);
  });

  const of = (status: Review['status'], fields: Partial<Review> = {}) =>
    newReview({ id: 'theirs', revision, status, ...fields });
  const older = { revision: 'b'.repeat(40) };
  test.each<[of: string, Review, parent: string | null | undefined]>([
    ['follows the pass of an older commit', of('open', older), 'theirs'],
    ['follows an expired pass of this commit', of('expired'), 'theirs'],
    ['follows a replaced pass of this commit', of('superseded'), 'theirs'],
    ['does not follow a failed pass', of('failed'), null],
    ['does not follow a cancelled pass', of('cancelled', older), null],
    ['is not made for a decided pass of this commit', of('changes_requested'), undefined],
    [
      'is not made for an open pass of this commit that shows the same',
      { ...showing(['a']), ...of('open', { screenshots: showing(['a']).screenshots }) },
      undefined,
    ],
    [
      'follows an open pass of this commit that shows other images',
      of('open', { screenshots: showing(['b']).screenshots }),
      'theirs',
    ],
  ])('%s', async (_, known, parent) => {
    const { created, reused } = await open([known], { create });
    expect(created.map(({ parent_id: id = null }) => id)).toEqual(parent === undefined ? [] : [parent]);
    expect(reused).toBe(parent === undefined);
  });
});

describe('when another run opened the next pass meanwhile', () => {
  const meet = (theirs: Review) =>
    open([newReview({ id: 'first', revision: 'b'.repeat(40) }), theirs], {
      create({ parent_id: parent }) {
        if (parent === theirs.id) return newReview({ id: 'ours' });
        throw new ServiceError(409, { message: 'It has a next pass.', next_pass_id: theirs.id });
      },
    });
  const parents = (created: Record<string, unknown>[]) => created.map(({ parent_id: id }) => id);
  const replaced =
    'Pass 3 shows this commit too, but other images: opening the next pass. Where another workflow reviews something else as "visual", give each a "name" of its own; where none does, these images differ from run to run: "mask" what moves.';

  test.each<[string, Review, id: string, reused: boolean, parents: readonly string[], warnings: readonly string[]]>([
    ['that shows the same, it is used', showing(['a'], { id: 'theirs', revision }), 'theirs', true, ['first'], []],
    [
      'that is decided, it is used, whatever it shows',
      showing(['b'], { id: 'theirs', revision, status: 'approved' }),
      ...(['theirs', true, ['first'], []] as const),
    ],
    [
      'of other images, it is replaced with a warning',
      showing(['b'], { id: 'theirs', revision, pass: 3 }),
      ...(['ours', false, ['first', 'theirs'], [replaced]] as const),
    ],
    [
      'of another commit, it is followed by ours',
      showing(['a'], { id: 'theirs', revision: 'c'.repeat(40) }),
      ...(['ours', false, ['first', 'theirs'], []] as const),
    ],
    [
      'that failed, it is followed by ours',
      showing(['a'], { id: 'theirs', revision, status: 'failed' }),
      ...(['ours', false, ['first', 'theirs'], []] as const),
    ],
  ])('%s', async (_, theirs, id, reused, asked, warnings) => {
    const { created, ...opened } = await meet(theirs);
    expect(opened).toEqual({ id, reused, warnings });
    expect(parents(created)).toEqual(asked);
  });

  test('of the same name in this attempt, the name must be its own', async () => {
    const errors = [{ path: 'Idempotency-Key', message: 'Used.' }];
    const create = () => {
      throw new ServiceError(409, { message: 'Another request.', errors });
    };
    await expect(open([], { create })).rejects.toThrow(
      new ActionError(
        'Input "name": another job or step of this run reviews something else as "visual", and one would replace the other. Give each a name of its own, in a matrix for example name: ${{ matrix.app }}.',
      ),
    );
  });

  test.each<[string, ServiceError['body']]>([
    ['that is not said', { message: 'No.' }],
    ['again and again', { message: 'It has a next pass.', next_pass_id: 'first' }],
  ])('%s, the refusal of the service ends the run', async (_, body) => {
    let calls = 0;
    const create = () => {
      calls += 1;
      // Ends a run that would go on for ever.
      if (calls > 20) return newReview();
      throw new ServiceError(409, body);
    };
    const before = newReview({ id: 'first', revision: 'b'.repeat(40) });
    await expect(open([before], { create })).rejects.toMatchObject({ status: 409, body });
    expect(calls).toBe(body.next_pass_id === undefined ? 1 : 11);
  });
});

describe('the earlier passes of a review', () => {
  test('are read until one may be a parent', async () => {
    const pages: Record<string, object> = {
      first: { reviews: [newReview({ id: 'a', status: 'failed' })], next_cursor: 'second' },
      second: { reviews: [newReview({ id: 'b', status: 'cancelled' }), newReview({ id: 'c' })], next_cursor: 'third' },
    };
    const asked: object[] = [];
    const client = answering({
      list_reviews(input) {
        asked.push(input);
        return pages[String(input.cursor ?? 'first')];
      },
    });
    const { newest, living } = await findPrevious(client, 'github:7:42:visual');
    expect([newest?.id, living?.id]).toEqual(['a', 'c']);
    expect(asked).toEqual([{ reference: 'github:7:42:visual' }, { reference: 'github:7:42:visual', cursor: 'second' }]);
  });

  test('may be none, or none that may be a parent', async () => {
    const find = (reviews: Review[]) =>
      findPrevious(answering({ list_reviews: () => ({ reviews, next_cursor: null }) }), 'x');
    const failed = newReview({ status: 'failed' });
    expect(await find([])).toEqual({ newest: null, living: null });
    expect(await find([failed])).toEqual({ newest: failed, living: null });
  });
});
