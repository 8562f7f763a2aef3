import { expect, test } from 'vitest';
import type { Session } from '../../../server/cli/session.ts';
import type { Terminal } from '../../../server/cli/terminal.ts';
import { waitForDecision } from '../../../server/cli/wait-for-decision.ts';
import { type Output, ServiceError } from '../../../server/contract/client.ts';

type Review = Output<'get_review'>;

/** Waits on a service that gives these answers in turn. Returns what the wait returned and what it printed. */
async function waitOn(answers: (Review | ServiceError)[], minutes: number | null) {
  const notes: string[] = [];
  const terminal = { note: (text: string) => void notes.push(text), onInterrupt: () => {} } as unknown as Terminal;
  const session = {
    url: 'http://localhost:4000',
    once: async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  } as unknown as Session;
  const decided = await waitForDecision(session, terminal, 'one', minutes, () => 'The link');
  return { decided, notes };
}

test('a wait that begins while the service restarts introduces the review once it answers', async () => {
  const open = { id: 'one', status: 'open', outstanding_marks: 0 } as Review;
  const answers = [new ServiceError(503, {}), open, open, { ...open, status: 'approved' as const }];
  const { decided, notes } = await waitOn(answers, null);
  expect(decided.status).toBe('approved');
  expect(notes).toEqual([
    'No answer from http://localhost:4000; still trying.',
    'The link',
    'Waiting for the reviewer',
  ]);
});

const asked = { status: 'open', replies: [{ by: 'agent', question: true, pass: 1 }] };

test.each([
  ['decision', { status: 'open', outstanding_marks: 0 }],
  ['answer', { status: 'changes_requested', marks: [asked], pass: 1, next_pass_id: null, next_action: {} }],
])('a wait whose time is over says that there is no %s', async (missing, review) => {
  await expect(waitOn([{ id: 'one', ...review } as unknown as Review], 0)).rejects.toThrow(
    `No ${missing} in 0 minutes. Wait on with: sightline wait one`,
  );
});
