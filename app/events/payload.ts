import { z } from 'zod';
import type { AppContext } from '../context.ts';
import type { RepositoryPlace } from '../store/pull-requests.ts';

// The installation in GitHub's payloads, which several events share.
export const Installation = z.object({ id: z.int().positive() });
export const Repository = z.object({ id: z.int().positive(), full_name: z.string().regex(/^[^/]+\/[^/]+$/) });
export const Sha = z.string().regex(/^[0-9a-f]{40}$/);

export type Handler = (app: AppContext, payload: unknown) => Promise<void>;

/**
 * Returns a handler that passes the needed part of a payload to `handle`; ignores an event that lacks it. An event
 * without an installation comes from a repository's own webhook, and the App cannot act on it.
 */
export function withPayload<Shape extends z.ZodType>(
  shape: Shape,
  handle: (app: AppContext, payload: z.infer<Shape>) => Promise<void>,
): Handler {
  return async (app, payload) => {
    const read = shape.safeParse(payload);
    if (read.success) return handle(app, read.data);
    const fields = read.error.issues.map((issue) => issue.path.join('.'));
    app.log.info({ fields }, 'an event lacks what is needed of it');
  };
}

/** Returns where a repository is now. */
export const placeOf = (
  installation: z.infer<typeof Installation>,
  repository: z.infer<typeof Repository>,
): RepositoryPlace => ({
  repositoryId: repository.id,
  installationId: installation.id,
  fullName: repository.full_name,
});
