import { describe, expect, test } from 'vitest';
import { ActionError } from '../../../action/error.ts';
import { addShots } from '../../../action/pass/complete.ts';
import { openPass } from '../../../action/pass/open-pass.ts';
import type { Addition } from '../../../action/pass/request.ts';
import { explain, type Service } from '../../../action/service.ts';
import { type Client, ServiceError } from '../../../server/contract/client.ts';
import type { Review } from '../../../server/contract/review.ts';
import { newReview } from '../../github/app/support/review.ts';
import { newInputs, pull } from './support/pull.ts';

/** A stand-in for the service: what each operation answers. */
const answering = (operations: Record<string, (input: Record<string, unknown>) => unknown>): Client => ({
  call: async (name, input) => operations[name]?.({ ...input }) as never,
});

const [shown = newReview().screenshots[0]] = newReview().screenshots;
const showing = (labels: string[], fields: Partial<Review> = {}): Review =>
  newReview({ ...fields, screenshots: labels.flatMap((label) => (shown === undefined ? [] : [{ ...shown, label }])) });

describe('a refusal of the service', () => {
  const url = 'https://x.test';
  const token = { kind: 'token', bearer: 'slt_x' } as const;
  const job = { kind: 'job', bearer: async () => 'sla_x' } as const;
  const wrong = (path: string, message: string) => ({ path, message });

  test.each<[string, Service['credential'], number, ServiceError['body'], RegExp]>([
    [
      'that is no answer',
      token,
      0,
      { message: 'It cannot be reached.' },
      /^Input "service-url": It cannot be reached\.$/,
    ],
    ['of the token', token, 401, {}, /^Input "token": https:\/\/x\.test does not accept this token: .*"curl -X POST h/],
    [
      'of the job’s own token',
      job,
      401,
      {},
      /^https:\/\/x\.test does not accept the access token .* Run this job again/,
    ],
    [
      'for credits',
      token,
      402,
      { needed: 3, held: 1 },
      /^Too few credits: this review needs 3, .* has 1 left this month/,
    ],
    ['for credits, of an older service', token, 402, {}, /needs more, and the workspace has fewer left this month/],
    ['in its own words', token, 409, { message: 'Not now.' }, /^The service refused the review \(409\): Not now\.$/],
    [
      'of some fields',
      token,
      422,
      {
        message: 'Wrong.',
        errors: [wrong('page_url', 'No.'), wrong('images[0].image', 'Nor.'), wrong('kind', 'Odd.')],
      },
      /^The service refused the review \(422\): Wrong\.\nInput "url": No\.\nInput "images": Nor\.\nkind: Odd\.$/,
    ],
  ])('%s is explained to the author of the workflow', (_, credential, status, body, words) => {
    const explained = explain(new ServiceError(status, body), { url, credential } as Service);
    expect(explained).toBeInstanceOf(ActionError);
    expect(String(Reflect.get(Object(explained), 'message'))).toMatch(words);
  });

  test('is all that is explained: another error stays as it is', () => {
    const error = new TypeError('Oops');
    expect(explain(error, { url, credential: token } as Service)).toBe(error);
  });
});

describe('screenshots that are added to a review', () => {
  const image = { label: 'b', image: 'data:image/png;base64,' } as Addition;
  const page: Addition = { capture_url: true, page_url: 'https://x.test/b' };
  const failure = (status: number) => new ServiceError(status, { message: 'Not now.', retry_after: 0.001 });

  /** Adds shots to a review that the service shows as `review`, and that refuses the first shot. */
  async function add(shots: Addition[], status: number, review: Review) {
    let calls = 0;
    const client = answering({
      get_review: () => review,
      add_screenshot: () => {
        calls += 1;
        if (calls === 1) throw failure(status);
      },
    });
    await addShots(client, review.id, shots, () => {});
    return calls;
  }

  const open = showing(['a']);
  test.each<[string, Addition, number, Review, number]>([
    ['an image after an outage', image, 503, open, 2],
    ['an image that had arrived', image, 503, showing(['a', 'b']), 1],
    ['a page after a limit', page, 429, open, 2],
  ])('arrive once: %s', async (_, shot, status, review, calls) => {
    expect(await add([shot], status, review)).toBe(calls);
  });

  test.each<[string, Addition, number]>([
    ['a page after an outage, which may have arrived', page, 503],
    ['a refused page', page, 422],
    ['a refused image', image, 422],
  ])('are an error, and not sent again: %s', async (_, shot, status) => {
    await expect(add([shot, image], status, open)).rejects.toMatchObject({ status });
  });

  test('end where the review has failed, which is then reported', async () => {
    expect(await add([page, image], 422, showing([], { status: 'failed' }))).toBe(1);
  });
});

describe('when another run opened the next pass meanwhile', () => {
  const material = {
    kind: 'shots' as const,
    images: [{ label: 'a', image: 'data:image/webp;base64,', size: 10 }],
    pages: [],
    failed: [],
  };

  async function open(theirs: Review) {
    const parents: unknown[] = [];
    const warnings: string[] = [];
    const client = answering({
      list_reviews: () => ({ reviews: [newReview({ id: 'first', revision: 'b'.repeat(40) })], next_cursor: null }),
      get_review: () => theirs,
      create_review: ({ parent_id: parent }) => {
        parents.push(parent);
        if (parent === theirs.id) return newReview({ id: 'ours' });
        throw new ServiceError(409, { message: 'It has a next pass.', next_pass_id: theirs.id });
      },
    });
    const service = { client, document: { app: null } } as Partial<Service> as Service;
    const pass = await openPass(service, {
      ...{ pull, material, env: {} },
      inputs: newInputs({}),
      warn: (words) => warnings.push(words),
    });
    return { id: pass.review.id, reused: pass.reused, parents, warnings: warnings.length };
  }

  const { headSha: revision } = pull;
  test.each<[string, Review, object]>([
    ['that shows the same, it is used', showing(['a'], { id: 'theirs', revision }), { id: 'theirs', warnings: 0 }],
    [
      'that is decided, it is used, whatever it shows',
      showing(['b'], { id: 'theirs', revision, status: 'approved' }),
      { id: 'theirs', reused: true, warnings: 0 },
    ],
    [
      'of other images, it is replaced with a warning',
      showing(['b'], { id: 'theirs', revision }),
      { id: 'ours', reused: false, parents: ['first', 'theirs'], warnings: 1 },
    ],
    [
      'of another commit, it is followed by ours',
      showing(['a'], { id: 'theirs', revision: 'c'.repeat(40) }),
      { id: 'ours', reused: false, parents: ['first', 'theirs'], warnings: 0 },
    ],
  ])('%s', async (_, theirs, wanted) => {
    expect(await open(theirs)).toMatchObject(wanted);
  });
});
