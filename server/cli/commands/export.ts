import { resolve } from 'node:path';
import type { Output } from '../../contract/client.ts';
import { visibleJsonText } from '../../contract/visible-text.ts';
import { defineCommand } from '../command.ts';
import { CommandError } from '../failure.ts';
import { writePrivate } from '../private-file.ts';
import { plural } from '../text.ts';

export const exportAll = defineCommand({
  name: 'export',
  arguments: '',
  count: [0, 0],
  summary: 'Export every review of the workspace as JSON',
  details: 'The links in it are secrets: the file can be read by you alone.',
  options: { out: { type: 'string', value: 'FILE', help: 'Write to a file (default: stdout)' } },
  async run(context, _, values) {
    const { terminal } = context;
    const session = context.session();
    const reviews: Output<'export_workspace'>['reviews'] = [];
    let page = await session.call('export_workspace', {});
    reviews.push(...page.reviews);
    while (page.next_cursor !== null) {
      terminal.note(`${plural(reviews.length, 'review')} so far`);
      page = await session.call('export_workspace', { cursor: page.next_cursor });
      reviews.push(...page.reviews);
    }
    const { workspace_id, exported_at } = page;
    const everything = { workspace_id, exported_at, reviews };
    if (values.out === undefined) return { document: everything, text: visibleJsonText(everything) };
    const file = resolve(values.out);
    await writePrivate(file, `${JSON.stringify(everything, null, 2)}\n`).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new CommandError('file', `${file} cannot be written (${why}). Name another with --out.`);
    });
    return {
      document: { workspace_id, exported_at, file, reviews: reviews.length },
      text: `Wrote ${plural(reviews.length, 'review')} to ${file}. The links in it are secrets.`,
    };
  },
});
