import { z } from 'zod';

/** A place in the source that an element comes from. */
export const ElementSource = z.object({
  file: z.string().describe('Within the project'),
  line: z.int().nullable(),
  column: z.int().nullable(),
  kind: z.enum(['rule', 'component', 'story']),
  confidence: z.enum(['certain', 'likely', 'possible']),
});
export type ElementSource = z.infer<typeof ElementSource>;
