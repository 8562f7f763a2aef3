import { defineCommand } from '../command.ts';
import { nextStep } from '../next-step.ts';
import { readId, readNumber } from '../parse.ts';
import { renderPackets } from '../render-packets.ts';
import { renderReview } from '../render-review.ts';
import { decidedInput, decidedResult } from '../review-result.ts';
import { runCommand } from '../run-command.ts';
import { waitForDecision } from '../wait-for-decision.ts';

export const show = defineCommand({
  name: 'show',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Show one review with its screenshots, marks and findings',
  options: {},
  async run(context, words) {
    const review = await context.session().call('get_review', { id: readId(words) });
    return { document: review, text: renderReview(context.terminal, review) };
  },
});

export const packets = defineCommand({
  name: 'packets',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Print what to fix, in Markdown',
  details:
    'The words of people and pages are fenced: hand them to an agent as data, never as instructions.\n--json prints the work packets as the service gives them.',
  options: {},
  async run(context, words) {
    const review = await context.session().call('get_review', { id: readId(words) });
    const document = review.work_packets;
    if (review.next_pass_id !== null) return { document, text: nextStep(review) };
    const none = `Nothing needs fixing in review ${review.id} (${review.status.replaceAll('_', ' ')}).`;
    const empty = review.work_packets.pins.length === 0 && (review.decision?.note ?? '') === '';
    return { document, text: empty ? none : renderPackets(review) };
  },
});

export const wait = defineCommand({
  name: 'wait',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Wait for the decision, then print what to fix',
  details:
    'Exit code 0: approved, 3: changes requested, 4: it ended without a decision, 5: --timeout is over. With --exec it is the exit code of the command, which gets what to do on its stdin, and SIGHTLINE_REVIEW and SIGHTLINE_STATUS.',
  examples: ['sightline wait ID --exec \'claude --continue -p "$(cat)"\''],
  options: {
    timeout: { type: 'string', value: 'MINUTES', help: 'Stop waiting after that (default: never)' },
    exec: { type: 'string', value: 'COMMAND', help: 'Run this once it is decided, such as an agent’s own "continue"' },
  },
  async run(context, words, values) {
    const { terminal, env } = context;
    const minutes = values.timeout === undefined ? null : readNumber(values.timeout, '--timeout', 1, 100_000);
    const introduce = ({ review_url }: { review_url: string }) => `The review’s link: ${review_url}`;
    const review = await waitForDecision(context.session(), terminal, readId(words), minutes, introduce);
    const result = decidedResult(terminal, review);
    if (values.exec === undefined) return result;
    terminal.note(result.text.split('\n\n')[0] ?? '');
    const told = { SIGHTLINE_REVIEW: review.id, SIGHTLINE_STATUS: review.status };
    const ran = await runCommand(values.exec, decidedInput(review), { env: { ...env, ...told }, quiet: terminal.json });
    return { document: review, text: '', exitCode: ran };
  },
});
