import { beforeEach, describe, expect, test } from 'vitest';
import { review, reviewerOf } from '../../support/factories.ts';
import { guestOf, suggestedReview, suggestion } from '../../support/guest.ts';
import { startService, type TestService } from '../../support/service.ts';

let client: Awaited<ReturnType<TestService['newClient']>>;
const service = await startService();
// Each has its own token, because reviews are limited per token.
beforeEach(async () => {
  client = await service.newClient();
});

const now = async ({ id }: { id: string }) => client.call('get_review', { id });

const suggested = (more?: Parameters<typeof suggestion>[0]) => suggestedReview(client, more);

describe('concurrent requests', () => {
  test('that accept a suggestion make one mark', async () => {
    const rounds = 6;
    for (let round = 0; round < rounds; round += 1) {
      const made = await suggested();
      const tabs = [reviewerOf(made), reviewerOf(made), reviewerOf(made)];
      await Promise.all(tabs.map((tab) => tab.call('accept_suggestion', { suggestion_id: 1 })));
      const after = await now(made);
      expect(after.marks.map(({ id }) => id)).toEqual([1]);
      expect(after.suggestions).toMatchObject([{ status: 'accepted', mark_id: 1 }]);
    }
    console.log(`${rounds} × 3 who accept one suggestion at once: ${rounds} marks`);
  });

  test('to accept and to dismiss: one wins, the other is refused', async () => {
    const won = { accepted: 0, dismissed: 0 };
    for (let round = 0; round < 6; round += 1) {
      const made = await suggested();
      const order =
        round % 2 === 0 ? ['accept_suggestion', 'dismiss_suggestion'] : ['dismiss_suggestion', 'accept_suggestion'];
      const outcomes = await Promise.allSettled(
        order.map((name) =>
          reviewerOf(made).call(name as 'accept_suggestion' | 'dismiss_suggestion', { suggestion_id: 1 }),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const [lost] = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      expect(lost).toMatchObject({ status: 409 });
      const after = await now(made);
      const [{ status = 'pending' } = {}] = after.suggestions;
      expect(status).not.toBe('pending');
      expect(after.marks).toHaveLength(status === 'accepted' ? 1 : 0);
      if (status !== 'pending') won[status] += 1;
    }
    console.log(`accept against dismiss: ${won.accepted} accepted, ${won.dismissed} dismissed, every loser told`);
    expect(won.accepted + won.dismissed).toBe(6);
  });

  test('that send the same suggestion twice leave one', async () => {
    const made = await review(client);
    const left = suggestion();
    const sent = await Promise.all([1, 2, 3, 4].map(() => guestOf(made).call('suggest', left)));
    expect(new Set(sent.map((each) => each.suggestion.id))).toEqual(new Set([1]));
    expect((await now(made)).suggestions).toHaveLength(1);
  });
});
