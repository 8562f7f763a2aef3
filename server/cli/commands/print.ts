import { join, resolve } from 'node:path';
import type { Output } from '../../contract/client.ts';
import { defineCommand } from '../command.ts';
import { CommandError, refuseToWrite } from '../failure.ts';
import { readId } from '../parse.ts';
import { poll } from '../poll.ts';
import { writePrivate } from '../private-file.ts';
import { retry } from '../retry.ts';
import { load } from '../save-images.ts';
import type { Session } from '../session.ts';
import { plural } from '../text.ts';

type Printout = Output<'print_review'>;

/** Asks for the PDF and waits until it is made. @throws CommandError when it cannot be made */
async function waitForPdf(session: Session, id: string): Promise<{ printout: Printout; url: string }> {
  const first = await session.call('print_review', { id });
  const printout = await poll(first, {
    read: () => session.call('print_review', { id, printout_id: first.id }),
    isDone: ({ status }) => status !== 'waiting',
    progress: ({ status, done, total }) =>
      status === 'waiting' ? `Making the PDF: ${done} of ${plural(total, 'screenshot')} done` : '',
    note: session.note,
    minutes: 15,
    late: 'The PDF is not done yet. Try again later.',
  });
  if (printout.pdf_url !== null) return { printout, url: printout.pdf_url };
  throw new CommandError('print', printout.problem ?? 'The PDF could not be made.');
}

/** Returns the name of a screenshot's file: its number, and of its label what every system allows. */
const fileOf = ({ index, label }: Printout['images'][number]): string => {
  const words = label.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return `${String(index + 1).padStart(2, '0')}-${words.slice(0, 60)}.png`;
};

export const print = defineCommand({
  name: 'print',
  arguments: 'ID',
  count: [1, 1],
  summary: 'Save a review as PDF: its decision, marks, findings and suggestions, and the screenshots with the marks',
  details: 'No link and no token is in the PDF. With --images it also saves each screenshot with its marks as PNG.',
  examples: ['sightline print 01KJQ60S7E5W2XK9D4B8TN1FVA --out approval.pdf'],
  options: {
    out: { type: 'string', value: 'FILE', help: 'Write the PDF to this file (default: review-ID.pdf)' },
    images: { type: 'string', value: 'FOLDER', help: 'Also save the screenshots with their marks in this folder' },
  },
  async run(context, words, { out, images }) {
    const session = context.session();
    const id = readId(words);
    const { printout, url } = await waitForPdf(session, id);
    const file = resolve(out ?? `review-${id}.pdf`);
    const save = async (from: string, to: string): Promise<void> => {
      const { bytes } = await retry(() => load(from), { note: session.note });
      await writePrivate(to, bytes);
    };
    await save(url, file).catch(refuseToWrite(file, '--out'));
    const folder = images === undefined ? null : resolve(images);
    if (folder !== null) {
      for (const image of printout.images) {
        await save(image.url, join(folder, fileOf(image))).catch(refuseToWrite(folder, '--images'));
      }
    }
    const { length: saved } = printout.images;
    const more = folder === null ? {} : { folder, images: saved };
    return {
      document: { id, file, ...more },
      text: `Wrote the review to ${file}${folder === null ? '' : `, and ${plural(saved, 'image')} to ${folder}`}.`,
    };
  },
});
