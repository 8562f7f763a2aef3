import { z } from 'zod';
import { Text } from './common.ts';
import { isLocale, type PageState as State, viewportNames } from './state-request.ts';
import { MAX_STEPS, readStep } from './step.ts';

const Steps = z
  .array(z.string())
  .max(MAX_STEPS)
  .superRefine((steps, { addIssue }) => {
    for (const [at, step] of steps.entries()) {
      const read = readStep(step);
      if (typeof read === 'string') addIssue({ code: 'custom', path: [at], message: read });
    }
  });
const ColourScheme = z.enum(['light', 'dark']);
const Locale = z.string().refine(isLocale, 'is no language tag. Send one such as de or pt-BR.');

/** The fields that choose the screens of a captured page, and bring it into a state. */
export const StateFields = {
  viewports: z.array(z.enum(viewportNames)).min(1).max(50).optional(),
  steps: Steps.optional().describe(
    'First done, in order: `click CSS`, likewise hover, focus, wait; `type CSS = TEXT` (no secrets); `scroll CSS PX`',
  ),
  colour_scheme: ColourScheme.optional(),
  reduced_motion: z.boolean().optional().describe('Default true'),
  locale: Locale.optional(),
  state: Text.min(1).max(60).optional().describe('Names them in labels'),
};

/** The state in which a page was captured. */
export const PageState = z.object({
  steps: Steps.describe('What was done on the loaded page, in order'),
  colour_scheme: ColourScheme,
  reduced_motion: z.boolean(),
  locale: Locale.describe('A BCP 47 language tag'),
}) satisfies z.ZodType<State>;
export type PageState = z.infer<typeof PageState>;
