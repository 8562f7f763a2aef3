import { z } from 'zod';
import type { AppContext } from '../context.ts';

// The installation in GitHub's payloads, which several events share.
export const Installation = z.object({ id: z.int().positive() });
export const Repository = z.object({ id: z.int().positive(), full_name: z.string().regex(/^[^/]+\/[^/]+$/) });
export const Sha = z.string().regex(/^[0-9a-f]{40}$/);

/**
 * Reads the needed part of a payload; null when it is missing. An event without an installation comes from a
 * repository's own webhook, and the App cannot act on it.
 */
export function readPayload<Shape extends z.ZodType>(
  app: AppContext,
  shape: Shape,
  payload: unknown,
): z.infer<Shape> | null {
  const read = shape.safeParse(payload);
  if (read.success) return read.data;
  const fields = read.error.issues.map((issue) => issue.path.join('.'));
  app.log.info({ fields }, 'an event lacks what is needed of it');
  return null;
}
