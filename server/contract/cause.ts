import { z } from 'zod';
import { MAX_CAUSES } from './cause-limit.ts';

/** What an area of a captured page changed by, computed from the elements of both captures. */
export const Cause = z.object({
  kind: z
    .enum(['style', 'text', 'image', 'added', 'removed', 'moved', 'resized'])
    .describe('What became of the element'),
  summary: z.string().describe('Such as `padding 12px → 16px on .btn`; equal for equal causes on other screenshots'),
  selector: z.string().describe('Names the element, in the newer capture unless it was removed; may match several'),
  styles: z
    .array(z.object({ property: z.string(), from: z.string(), to: z.string() }))
    .max(MAX_CAUSES)
    .describe('Computed values'),
  text: z.object({ from: z.string(), to: z.string() }).nullable(),
  certainty: z.enum(['certain', 'likely']).describe('`certain`: nothing else changed that reaches this area'),
  elsewhere: z.boolean().describe('The area itself only moved, by what happened to this element'),
});
export type Cause = z.infer<typeof Cause>;
