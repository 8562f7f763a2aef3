import { describe, expect, test } from 'vitest';
import { publishCheck } from '../../../app/decisions/publish-check.ts';
import type { ReasonToPass } from '../../../app/render/check.ts';
import { parseSettings } from '../../../app/settings/file.ts';
import type { Review } from '../../../server/contract/review.ts';
import { decided, newReview } from '../../github/app/support/review.ts';
import { type At, newApp, registered, reviewId } from './support/app-publishing.ts';
import { headSha, newPull } from './support/app-rows.ts';

describe('the check of a review', () => {
  const link = 'https://reviews.example.com/r/secret';
  const page = 'https://github.com/acme/site/pull/42';

  async function publish(review: Review | null, at: At, reason: ReasonToPass | null = null) {
    const { app, calls } = newApp(at);
    const settings = at.settings ?? parseSettings({}, true);
    await publishCheck(app, newPull(at.pull), registered({ reviewId }), review, settings, reason);
    return calls.find(([name]) => name === 'check')?.[1];
  }
  const open = newReview({ review_url: link });

  test.each<[where: string, At, address: string]>([
    ['the review, on a private repository', {}, link],
    [
      'the pull request, on a public one',
      { pull: { private: false }, settings: parseSettings({ link: 'direct' }, false) },
      page,
    ],
    [
      'the sign-in',
      { settings: parseSettings({ link: 'sign-in' }, true), signsIn: true },
      `https://app.test/review/7-${reviewId}`,
    ],
    ['the pull request, where links are hidden', { settings: parseSettings({ link: 'hidden' }, true) }, page],
  ])('leads to %s', async (where, at, address) => {
    const link = where.includes('hidden') ? '' : ' The link is in the pull request’s comment or in the job’s summary.';
    const output = { title: 'Waiting for a decision', summary: `Pass 1 has 1 screenshot.${link}` };
    expect(await publish(open, at)).toMatchObject({ details_url: address, external_id: reviewId, output });
  });

  test.each<[of: string, Review | null, At, ReasonToPass | null, title: string]>([
    ['deleted', null, {}, null, 'The review was deleted'],
    ['carried over', open, {}, { carriedFrom: headSha }, 'Approved before, on aaaaaaa'],
    ['approved', decided(open, 'approved'), {}, null, 'Approved'],
    [
      'approved by somebody whose approval does not count',
      decided(open, 'approved'),
      { settings: parseSettings({ approvers: 'write' }, true) },
      null,
      'Approved, but the approval does not count',
    ],
    ['withdrawn', newReview({ status: 'cancelled' }), {}, null, 'The review was withdrawn'],
    [
      'withdrawn with its pull request',
      newReview({ status: 'cancelled' }),
      { pull: { open: false } },
      null,
      'Pull request #42 was closed',
    ],
    [
      'approved before its pull request was closed',
      decided(open, 'approved'),
      { pull: { open: false } },
      null,
      'Approved',
    ],
    ['deleted after its pull request was closed', null, { pull: { open: false } }, null, 'The review was deleted'],
  ])('says that it is %s', async (_, review, at, reason, title) => {
    const check = await publish(review, at, reason);
    expect(check).toMatchObject({ output: { title } });
    if (at.pull?.open === false) expect(check).toMatchObject({ actions: [] });
  });

  test('stays as it passed without a decision when its pull request is merged', async () => {
    const checks = [{ repositoryId: 7, name: 'visual', headSha, checkRunId: 1, conclusion: 'success' }];
    const at = { pull: { open: false }, rows: { checks } };
    const withdrawn = newReview({ status: 'cancelled' });
    expect(await publish(withdrawn, at)).toBeUndefined();
    // Everybody can read it once the repository is public.
    const given = await publish(withdrawn, { ...at, pull: { open: false, private: false } });
    expect(given).toEqual({ owner: 'acme', repo: 'site', check_run_id: 1, details_url: page });
  });
});
