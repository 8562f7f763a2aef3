import { randomUUID } from 'node:crypto';
import type { Input, Output } from '../../contract/client.ts';
import { groupShots, sendFirst, sendMissing, toAddition, withProgress } from '../../contract/send-shots.ts';
import { captureOptions, readCapture } from '../capture-options.ts';
import { defineCommand } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { readBranch, readCommit, readRepository } from '../git.ts';
import { poll } from '../poll.ts';
import { readSource } from '../read-source.ts';
import { noticeLines, problemLines } from '../review-result.ts';
import type { Session } from '../session.ts';
import { ask } from '../submit.ts';
import { line, plural } from '../text.ts';

type Baseline = Output<'create_baseline'>;

export const nameOptions = {
  repository: { type: 'string', value: 'NAME', help: 'The repository (default: OWNER/NAME of the remote origin)' },
  name: { type: 'string', value: 'NAME', help: 'The name of the review in the repository (default: visual)' },
} as const;

/** Waits until every screenshot is made or given up. @throws CommandError when it takes too long */
const waitForShots = (session: Session, baseline: Baseline): Promise<Baseline> =>
  poll(baseline, {
    read: () => session.call('get_baseline', { id: baseline.id }),
    isDone: ({ status }) => status !== 'preparing',
    progress: () => '',
    note: session.note,
    minutes: 15,
    late: `The screenshots are not made after 15 minutes. Does the service's worker run? The baseline is ${baseline.id}.`,
  });

export const baseline = defineCommand({
  name: 'baseline',
  arguments: 'FILE|URL...',
  count: [1, 1000],
  summary: 'Record the accepted screenshots of a commit',
  details:
    'Reviews made with --base are compared with them. Takes what "sightline review" takes. Repository, branch and commit\nare those of this folder’s git, unless given. It needs a try token.',
  examples: [
    'sightline baseline shots/*.png',
    'sightline baseline https://example.com/ --branch main --commit 4f1c9ab',
  ],
  options: {
    ...nameOptions,
    branch: { type: 'string', value: 'NAME', help: 'The branch whose state it is (default: the checked-out one)' },
    commit: { type: 'string', value: 'SHA', help: 'The commit that is shown (default: the checked-out one)' },
    label: { type: 'string', multiple: true, value: 'TEXT', help: 'Label of each image, in order' },
    ...captureOptions,
  },
  async run(context, words, values) {
    const source = await readSource(words, readCapture(values), values.label ?? [], context);
    const request: Input<'create_baseline'> = {
      repository: await readRepository(values.repository),
      name: values.name ?? 'visual',
      branch: await readBranch(values.branch),
      commit: await readCommit(values.commit),
      ...source.first,
      complete: source.further.length === 0,
    };
    const session = context.session();
    const newKey = () => ({ idempotencyKey: randomUUID() });
    const creation = newKey();
    let made = await sendFirst(ask(session), request, (body) => session.call('create_baseline', body, creation));
    const groups = groupShots(source.further);
    for (const [group, progress] of withProgress(groups, source.firstCount)) {
      context.terminal.note(progress);
      const complete = group === groups.at(-1);
      const options = newKey();
      made = await sendMissing(ask(session), group, (shots) =>
        session.call('add_to_baseline', { id: made.id, ...toAddition(shots), complete }, options),
      );
    }
    const last = await waitForShots(session, made);
    const what = `${line(last.branch)} at ${line(last.commit.slice(0, 7))}`;
    const shots = plural(last.screenshots.length, 'screenshot');
    const text = [
      last.status === 'complete' ? `Recorded the baseline of ${what}: ${shots}.` : `No baseline of ${what}.`,
      ...problemLines(last).map((problem) => `Not made: ${problem}`),
      ...noticeLines(last),
    ].join('\n');
    return { document: last, text, exitCode: last.status === 'complete' ? 0 : exitCode.error };
  },
});
