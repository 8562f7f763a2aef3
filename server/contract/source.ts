import { z } from 'zod';
import { whyNoHeader } from './capture-header.ts';
import { Id, Text } from './common.ts';
import { GivenElement } from './element.ts';
import { Notice } from './notice.ts';
import { PageSources } from './page-sources.ts';
import { PageState, StateFields } from './page-state.ts';

export const SourceKind = z.enum(['images', 'capture', 'pdf', 'html']);
export type SourceKind = z.infer<typeof SourceKind>;

export const Viewport = z.object({
  name: z.string().max(40).describe('Such as `mobile`'),
  width: z.int().min(1).max(10_000).describe('CSS pixels'),
  height: z.int().min(1).max(100_000),
  scale: z.number().min(0.1).max(10).describe('Device pixels per CSS pixel'),
});
export type Viewport = z.infer<typeof Viewport>;

export const ImageFields = z.object({
  image: z
    .string()
    .min(1)
    .describe(
      'An https URL, an upload’s `source`, a data URL or base64 of a PNG, JPEG or WebP; or `sha256:` and the hash of a file sent before',
    ),
  label: Text.min(1).max(120).optional().describe('Pairs it with that of the previous pass'),
  page_url: z.string().max(2000).optional().describe('The page the image shows'),
  viewport: Viewport.optional(),
  page_state: PageState.optional().describe('The state in which the client captured `page_url`'),
  elements: z
    .array(GivenElement)
    .max(2000)
    .optional()
    .describe('What lies where, to name marked elements, in CSS pixels'),
  sources: PageSources.optional().describe('Where in the code the `elements` come from; only our own programs send it'),
  notices: z
    .array(Notice)
    .max(30)
    .optional()
    .describe('What a person should know about the image, such as files that its page did not get'),
});
export type ImageFields = z.infer<typeof ImageFields>;

/** Images that are added together. */
export const MoreImages = {
  images: z
    .array(z.union([z.string().min(1), ImageFields]))
    .min(1)
    .max(100)
    .optional()
    .describe('Several images at once, up to 100, in place of `image`'),
};

export const Cookie = z.object({ name: z.string().min(1).max(200), value: z.string().max(4096) });

const MAX_HEADERS = 50;

/**
 * The fields of a capture. Headers and cookies are sent to the page's own origin only, and erased after the capture.
 */
export const CaptureFields = z.object({
  capture_url: z.boolean().optional().describe('Captures `page_url`'),
  page_url: z.string().max(2000).optional().describe('A public http(s) address'),
  headers: z
    .record(z.string().max(200), z.string().max(4096))
    .superRefine((headers, { addIssue }) => {
      const given = Object.entries(headers);
      if (given.length > MAX_HEADERS) {
        const message = `has ${given.length} headers; at most ${MAX_HEADERS} are allowed. Send fewer.`;
        return addIssue({ code: 'custom', message });
      }
      for (const [name, value] of given) {
        const message = whyNoHeader(name, value);
        if (message !== null) addIssue({ code: 'custom', path: [name], message });
      }
    })
    .optional()
    .describe('Sent to the page’s own origin only; never shown again'),
  cookies: z.array(Cookie).max(50).optional().describe('Set for the page’s own origin; never shown again'),
  wait_for: z.string().max(500).optional().describe('A CSS selector that must be visible first'),
  mask: z.array(z.string().max(500)).max(20).optional().describe('CSS selectors to paint over'),
  ...StateFields,
});
export type CaptureFields = z.infer<typeof CaptureFields>;

/** The sources of a pass, of which a request has one. */
export const SourceFields = {
  images: z
    .array(z.union([z.string().min(1), ImageFields]))
    .min(1)
    .max(5)
    .optional(),
  ...CaptureFields.shape,
  pdf: z
    .string()
    .min(1)
    .optional()
    .describe('An https URL, an upload’s `source`, a data URL or base64; its first five pages are shown'),
  html: z
    .string()
    .min(1)
    .optional()
    .describe('An email’s HTML or an upload’s `source`, shown at mail-client width with scripts off'),
};

/** The prefix of a source that names an uploaded file by its id, instead of carrying bytes. */
export const UPLOAD_PREFIX = 'upload:';
/** The prefix of an image that names a file by the hex SHA-256 of its bytes, instead of carrying them. */
export const SHA256_PREFIX = 'sha256:';

/** How several jobs send the screenshots of one review or baseline. */
export const Shards = {
  shards: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'In place of a source: how many jobs send the screenshots. Each makes this request and gets the same answer',
    ),
};
export const Shard = {
  shard: z.int().min(1).max(100).optional().describe('Which of the `shards` sends this, from 1 on'),
};
/** The key of a request that may be repeated. */
export const RequestKey = {
  client_request_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Repeating a request with the same id within 24 h has no further effect'),
};
export const ShardsSent = z.object({
  expected: z.int(),
  sent: z.array(z.int()).describe('Those that have sent everything'),
});
export type ShardsSent = z.infer<typeof ShardsSent>;

/** A file of the agent's own machine that is sent to the service without passing through the conversation. */
export const Upload = z.object({
  id: Id,
  source: z.string().describe('Send this as `image`, in `images`, or as `pdf` or `html`, once the file is there'),
  url: z.url().describe('PUT the file’s bytes here. Good for this one file'),
  command: z.string().describe('Does that from a POSIX shell on the machine that has the file'),
});
export type Upload = z.infer<typeof Upload>;
