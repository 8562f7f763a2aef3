import { resolve } from 'node:path';
import type { Output } from '../../contract/client.ts';
import { visibleJsonText } from '../../contract/visible-text.ts';
import { defineCommand } from '../command.ts';
import { refuseToWrite } from '../failure.ts';
import { writePrivate } from '../private-file.ts';
import { saveImages } from '../save-images.ts';
import type { Session } from '../session.ts';
import { plural } from '../text.ts';

type Everything = Omit<Output<'export_workspace'>, 'next_cursor'>;

async function readEverything(session: Session): Promise<Everything> {
  const { next_cursor, ...everything } = await session.call('export_workspace', {});
  const { reviews, baselines, unsent, noise_rules } = everything;
  for (let cursor = next_cursor; cursor !== null; ) {
    session.note(`${plural(reviews.length, 'review')} and ${plural(baselines.length, 'baseline')} so far`);
    const page = await session.call('export_workspace', { cursor });
    reviews.push(...page.reviews);
    baselines.push(...page.baselines);
    unsent.push(...page.unsent);
    noise_rules.push(...page.noise_rules);
    cursor = page.next_cursor;
  }
  return everything;
}

export const exportAll = defineCommand({
  name: 'export',
  arguments: '',
  count: [0, 0],
  summary: 'Export every review and baseline of the workspace as JSON',
  details:
    'The links in it are secrets, so only you can read the file. With --images it also saves the screenshots:\neach image once, in a file named by its `sha256` in the JSON. Run again, it loads only new ones.',
  options: {
    out: { type: 'string', value: 'FILE', help: 'Write to a file (default: stdout)' },
    images: { type: 'string', value: 'FOLDER', help: 'Also save the images of all screenshots in this folder' },
  },
  async run(context, _, { out, images }) {
    const session = context.session();
    const everything = await readEverything(session);
    const folder = images === undefined ? null : resolve(images);
    const saved =
      folder === null
        ? null
        : await saveImages(everything, folder, session.note).catch(refuseToWrite(folder, '--images'));
    const imagesText = saved === null ? '' : `${plural(saved.images, 'image')} to ${folder}`;
    if (out === undefined) {
      if (saved !== null) session.note(`Wrote ${imagesText}.`);
      return { document: everything, text: visibleJsonText(everything) };
    }
    const file = resolve(out);
    await writePrivate(file, `${JSON.stringify(everything, null, 2)}\n`).catch(refuseToWrite(file, '--out'));
    const { workspace_id, exported_at } = everything;
    const counts = { reviews: everything.reviews.length, baselines: everything.baselines.length };
    const wrote = `${plural(counts.reviews, 'review')} and ${plural(counts.baselines, 'baseline')} to ${file}`;
    return {
      document: { workspace_id, exported_at, file, ...counts, ...(saved === null ? {} : { folder, ...saved }) },
      text: `Wrote ${wrote}${saved === null ? '' : `, and ${imagesText}`}. The links in the file are secrets.`,
    };
  },
});
