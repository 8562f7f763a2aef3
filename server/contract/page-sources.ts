import { z } from 'zod';

const index = z.int().min(0).max(100_000);
const line = z.int().min(0).max(10_000_000);
const file = z.string().min(1).max(200);

/**
 * Where in the source the elements of one page come from. Files and names are tables; everything else is indexes into
 * them. A line or column of 0 is unknown.
 */
export const PageSources = z.object({
  files: z.array(file).max(1000),
  /** CSS properties */
  names: z.array(z.string().min(1).max(60)).max(1000),
  rules: z
    .array(
      z.object({
        /**
         * File (one outside of the table: unknown), line and column of the rule; then 1 if the position is known from a
         * source map or the file itself
         */
        at: z.tuple([index, line, line, z.int().min(0).max(1)]),
        /** Declarations: the property, its line, and the custom properties that it reads */
        sets: z.array(z.array(line).min(2).max(6)).max(60),
      }),
    )
    .max(5000),
  /** What made an element: the kind's index (component, story), file, line, column, and how certain that is, 0 to 2 */
  places: z.array(z.tuple([z.int().min(0).max(1), index, line, line, z.int().min(0).max(2)])).max(5000),
  /** Each a list of rules with the declarations that win, the strongest first */
  lists: z.array(z.array(index).max(12)).max(2000),
  /** An element’s list of rules, the list of its unlisted ancestors (0 is the empty list), then its places */
  elements: z.array(z.array(index).max(6)).max(2000),
  /** Each element’s closest listed ancestor, -1 at the top; from a client whose elements do not say so */
  parents: z.array(z.int().min(-1).max(2000)).max(2000).optional(),
});
export type PageSources = z.infer<typeof PageSources>;
