import { z } from 'zod';
import { Id, Timestamp } from './common.ts';

/** A review as a PDF. */
export const Printout = z.object({
  id: Id,
  status: z.enum(['waiting', 'made', 'failed']),
  done: z.int().describe('How many of its screenshots are in it so far'),
  total: z.int(),
  problem: z.string().nullable().describe('Why it could not be made'),
  pdf_url: z.url().nullable().describe('The file, until `expires_at`; null until it is made'),
  images: z
    .array(z.object({ index: z.int(), label: z.string(), url: z.url() }))
    .describe('The screenshots as PNG files with the marks drawn on them'),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type Printout = z.infer<typeof Printout>;

/** What follows a request for a printout until it is made. */
export const PrintoutInput = {
  printout_id: Id.optional().describe(
    'The printout of an earlier answer: reports how far it is. Without it, one is made unless the newest still shows the review as it is',
  ),
};
