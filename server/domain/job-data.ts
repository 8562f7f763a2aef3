import { z } from 'zod';

/** The data of each job of the service. */
export const jobData = {
  make_shot: z.object({ requestId: z.string(), workspaceId: z.string() }),
  second_opinion: z.object({
    workspaceId: z.string(),
    reviewId: z.string(),
    shotId: z.string(),
    /** Rules to leave out, beside those the workspace has switched off */
    skip: z.array(z.string()).optional(),
    /** Whether to leave out the vision model, where there is one */
    withoutModel: z.boolean().optional(),
    /** The number of this request for a second opinion on the screenshot */
    asked: z.number().optional(),
  }),
  fetch_after_image: z.object({ workspaceId: z.string(), chainId: z.string(), mark: z.number() }),
  print_review: z.object({ workspaceId: z.string(), printoutId: z.string() }),
  compare_base: z.object({ workspaceId: z.string(), reviewId: z.string() }),
  compare_shot: z.object({ workspaceId: z.string(), shotId: z.string() }),
};

export type JobData = { [Name in keyof typeof jobData]: z.infer<(typeof jobData)[Name]> };
