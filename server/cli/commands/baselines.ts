import type { Output } from '../../contract/client.ts';
import { defineCommand } from '../command.ts';
import { confirm } from '../confirm.ts';
import { readId } from '../parse.ts';
import { line, moment, table } from '../text.ts';
import { nameOptions } from './baseline.ts';

type Summary = Output<'list_baselines'>['baselines'][number];

const row = (baseline: Summary): string[] => [
  baseline.id,
  moment(baseline.created_at),
  baseline.status,
  line(baseline.commit.slice(0, 7)),
  String(baseline.screenshot_count),
  line(baseline.branch, 30),
  line(`${baseline.repository} ${baseline.name}`, 60),
];

export const baselines = defineCommand({
  name: 'baselines',
  arguments: '',
  count: [0, 0],
  summary: 'List the latest baselines, newest first',
  options: {
    repository: { ...nameOptions.repository, help: 'Only those of this repository' },
    name: { ...nameOptions.name, help: 'Only those of this review' },
    all: { type: 'boolean', help: 'Every baseline, not only the 20 latest' },
  },
  async run(context, _, { repository, name, all }) {
    const session = context.session();
    const only = { ...(repository === undefined ? {} : { repository }), ...(name === undefined ? {} : { name }) };
    let page = await session.call('list_baselines', only);
    const found = [...page.baselines];
    while (all === true && page.next_cursor !== null) {
      page = await session.call('list_baselines', { ...only, cursor: page.next_cursor });
      found.push(...page.baselines);
    }
    const more = page.next_cursor === null ? '' : '\nThere are more: sightline baselines --all';
    const head = ['ID', 'CREATED', 'STATUS', 'COMMIT', 'SCREENSHOTS', 'BRANCH', 'OF'];
    return {
      document: { baselines: found, next_cursor: page.next_cursor },
      text:
        found.length === 0
          ? 'No baselines yet. Record one: sightline baseline FILE|URL'
          : table([head, ...found.map(row)]) + more,
    };
  },
});

export const deleteBaseline = defineCommand({
  name: 'delete-baseline',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Delete a baseline that is wrong',
  details: 'Undecided reviews that were compared with it are compared with the next one that fits.',
  options: { yes: { type: 'boolean', short: 'y', help: 'Do not ask' } },
  async run(context, words, values) {
    const id = readId(words, 'baseline');
    const session = context.session();
    if (values.yes !== true) {
      const { branch, commit } = await session.call('get_baseline', { id });
      const what = `${line(branch)} at ${line(commit.slice(0, 7))}`;
      await confirm(context.terminal, `Delete the baseline of ${what} for good?`);
    }
    const deleted = await session.end('delete_baseline', { id }, ({ status }) =>
      status === 404 ? { id, deleted: true } : null,
    );
    return { document: deleted, text: `Deleted baseline ${id}.` };
  },
});
