import { z } from 'zod';
import { Id, Timestamp } from './common.ts';
import { adds, defineOperation, perMinute } from './define-operation.ts';
import { ids, times, uploadUrl } from './examples.ts';

/** What a source says instead of bytes: a file that was uploaded before, by its id. */
export const UPLOAD_PREFIX = 'upload:';

/** A file of the agent's own machine on its way to us, without passing through the conversation. */
export const Upload = z.object({
  id: Id,
  source: z.string().describe('Send this as `image`, in `images`, or as `pdf` or `html`, once the file is there'),
  url: z.url().describe('PUT the file’s bytes here. Good for this one file'),
  command: z.string().describe('Does that from a POSIX shell on the machine that has the file'),
});
export type Upload = z.infer<typeof Upload>;

export const createUpload = defineOperation({
  name: 'create_upload',
  title: 'Upload local files',
  description:
    'For pictures, PDFs or HTML that lie on your machine: makes an address per file and a ready command that sends it. Run the command, then use each `source` in `create_review` or `add_screenshot`, as often as you like within the hour. Never paste base64.',
  actor: 'client',
  rest: { method: 'POST', path: '/api/uploads', success: 201 },
  tool: { ...adds, searchHint: 'upload a local screenshot, image, PDF or HTML file' },
  limits: [perMinute(60)],
  input: z.object({
    paths: z
      .array(z.string().min(1).max(4000))
      .min(1)
      .max(5)
      .describe('The files’ paths on your machine; we read none of them, they stand in the commands'),
  }),
  output: z.object({
    uploads: z.array(Upload),
    command: z.string().describe('Sends all of them'),
    expires_at: Timestamp,
  }),
  errors: ['unauthenticated', 'invalid_request', 'invalid_state', 'rate_limited'],
  example: {
    description: 'One screenshot of a local build.',
    input: { paths: ['shots/checkout.png'] },
    output: {
      uploads: [
        {
          id: ids.upload,
          source: `${UPLOAD_PREFIX}${ids.upload}`,
          url: uploadUrl,
          command: `curl -sS --fail-with-body -g -T 'shots/checkout.png' '${uploadUrl}'`,
        },
      ],
      command: `curl -sS --fail-with-body -g -T 'shots/checkout.png' '${uploadUrl}'`,
      expires_at: times.shown,
    },
  },
});
