import { z } from 'zod';

/** CSS pixels from the page’s upper left corner; on a PDF, pixels of the image. */
export const ElementBox = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** An element under a mark, as the capture saw it; on a PDF the text that lies there. */
export const Element = z.object({
  selectors: z.array(z.object({ selector: z.string(), matches: z.int() })).describe('Best first'),
  tag: z.string(),
  role: z.string().nullable(),
  accessible_name: z.string().nullable(),
  text: z.string(),
  outer_html: z.string().describe('At most 2 KB'),
  box: ElementBox.describe('CSS pixels from the page’s upper left corner; on a PDF, pixels of the image'),
  styles: z.record(z.string(), z.string()).describe('A few computed styles'),
});
export type Element = z.infer<typeof Element>;

const GivenBox = z.object({
  x: z.number().min(0).max(1_000_000),
  y: z.number().min(0).max(1_000_000),
  width: z.number().min(0.5).max(1_000_000),
  height: z.number().min(0.5).max(1_000_000),
});

/** What a client knows about an element on an image that it sends itself; only the box is required. */
export const GivenElement = z.object({
  selectors: z
    .array(z.object({ selector: z.string().min(1).max(1000), matches: z.int().min(0) }))
    .max(10)
    .optional(),
  tag: z.string().max(100).optional(),
  role: z.string().max(100).nullable().optional(),
  accessible_name: z.string().max(1000).nullable().optional(),
  text: z.string().max(2000).optional(),
  outer_html: z.string().max(2048).optional(),
  box: GivenBox,
  styles: z.record(z.string().max(100), z.string().max(500)).optional(),
});
export type GivenElement = z.infer<typeof GivenElement>;
