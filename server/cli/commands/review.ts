import type { Input } from '../../contract/client.ts';
import { captureOptions, readCapture } from '../capture-options.ts';
import { defineCommand } from '../command.ts';
import { exitCode, exitCodeOf } from '../exit-code.ts';
import { readBaseCommits, readRepository } from '../git.ts';
import { openLink } from '../open-link.ts';
import { pairWithParent } from '../pair-labels.ts';
import { readChoice, readHeaderText, readId, readNumber } from '../parse.ts';
import { readSource } from '../read-source.ts';
import { decidedResult, noticeLines, problemLines } from '../review-result.ts';
import { submit, waitForShots } from '../submit.ts';
import { line } from '../text.ts';
import { waitForDecision } from '../wait-for-decision.ts';
import { nameOptions } from './baseline.ts';

const types = ['ui', 'website', 'presentation', 'email'] as const;

export const review = defineCommand({
  name: 'review',
  arguments: 'FILE|URL...',
  count: [1, 1000],
  summary: 'Ask a person to review images, or pages to capture',
  details:
    'Takes 1 to 1,000 images (PNG, JPEG, WebP), or up to 500 http(s) addresses to capture on desktop and mobile, or one\n.pdf or .html file. Addresses of this machine and of private networks are captured here, with an installed browser.\nPrints the reviewer’s link: everybody who has it can decide.',
  examples: [
    'sightline review home.png pricing.png --title "New prices" --wait',
    'sightline review https://preview.example.com/ --wait-for main --mask .clock',
    'sightline review http://localhost:3000 --pages / /pricing',
    'sightline review home.png --parent 01J9ZC3V7W8X9Y0Z1A2B3C4D5E',
  ],
  options: {
    title: { type: 'string', short: 't', value: 'TEXT', help: 'What it is (default: the first file or address)' },
    context: { type: 'string', short: 'c', value: 'TEXT', help: 'What to look at on this pass' },
    type: {
      type: 'string',
      value: 'TYPE',
      help: `${types.join(', ')}: what a second opinion checks (default: ui, or the previous pass’s)`,
    },
    parent: { type: 'string', value: 'ID', help: 'The review whose next pass this is' },
    reference: { type: 'string', value: 'TEXT', help: 'What the review is of, in your words; list finds it by that' },
    revision: { type: 'string', value: 'TEXT', help: 'What state of it is shown, a commit for instance' },
    base: {
      type: 'string',
      value: 'BRANCH',
      help: 'Compare with the baseline of the commit where this branch left BRANCH',
    },
    ...nameOptions,
    webhook: { type: 'string', value: 'URL', help: 'https address that receives the decision; "none" for none' },
    label: {
      type: 'string',
      multiple: true,
      value: 'TEXT',
      help: 'Label of each image, in order; pairs it with the previous pass',
    },
    ...captureOptions,
    key: { type: 'string', value: 'KEY', help: 'The same key within 24 h gives the same review, also to another run' },
    wait: { type: 'boolean', short: 'w', help: 'Wait for the decision, then print what to fix' },
    timeout: { type: 'string', value: 'MINUTES', help: 'Stop waiting after that (default: never)' },
    open: { type: 'boolean', short: 'o', help: 'Open the link in your browser' },
  },
  async run(context, words, values) {
    const { terminal } = context;
    const minutes = values.timeout === undefined ? null : readNumber(values.timeout, '--timeout', 1, 100_000);
    const request: Input<'create_review'> = { title: values.title ?? '' };
    if (values.context !== undefined) request.context = values.context;
    if (values.type !== undefined) request.type = readChoice('--type', types, values.type);
    if (values.parent !== undefined) request.parent_id = readId([values.parent]);
    if (values.reference !== undefined) request.reference = values.reference;
    if (values.revision !== undefined) request.revision = values.revision;
    if (values.base !== undefined) {
      const repository = await readRepository(values.repository);
      const { base: branch, name = 'visual' } = values;
      request.base = { repository, name, branch, commits: await readBaseCommits(branch) };
    }
    if (values.webhook !== undefined) request.webhook_url = values.webhook === 'none' ? null : values.webhook;

    const key = values.key === undefined ? undefined : readHeaderText(values.key, '--key');
    const source = await readSource(words, readCapture(values), values.label ?? [], context);
    request.title ||= source.name.slice(0, 160);
    Object.assign(request, source.first);

    const session = context.session();
    if (request.parent_id) {
      const parent = await session.call('get_review', { id: request.parent_id });
      request.type ??= parent.type;
      if (request.images !== undefined && !source.ofPages) {
        pairWithParent(terminal, parent, source, values.label !== undefined);
      }
    }
    const made = await waitForShots(session, terminal, await submit(session, terminal, request, source, key));
    if (exitCodeOf(made) === exitCode.over) return decidedResult(terminal, made);
    for (const problem of problemLines(made)) terminal.note(`Not made: ${problem}`);
    for (const notice of noticeLines(made)) terminal.note(notice);
    const { base } = made;
    if (base !== null) {
      const commit = base.commit === null ? '' : ` at ${base.commit.slice(0, 7)}`;
      terminal.note(`Base: ${line(base.branch)}${commit} (${line(base.reason)})`);
    }
    terminal.print(terminal.paint(made.review_url, 'bold'));
    if (values.open === true && !(await openLink(made.review_url))) {
      terminal.note('No browser could be opened. Open the link yourself.');
    }
    if (values.wait === true) {
      return decidedResult(terminal, await waitForDecision(session, terminal, made.id, minutes), made.problems.length);
    }
    terminal.note(`Send this link to the person who decides. To wait for the decision: sightline wait ${made.id}`);
    return { document: made, text: '', exitCode: exitCodeOf(made) };
  },
});
