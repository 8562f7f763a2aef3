import { z } from 'zod';
import { Id } from './common.ts';
import { isPlainName } from './plain-name.ts';

/** `GET /.well-known/sightline` of the service: what a client needs before it has a token. */
export const ServiceDocument = z.object({
  name: z.literal('sightline'),
  version: z.string(),
  api_url: z.url(),
  mcp_url: z.url(),
  app: z
    .object({
      url: z.url(),
      oidc_audience: z.string(),
      sign_in: z.boolean().describe('Whether it lets people sign in with GitHub to reach a review'),
    })
    .nullable()
    .describe('The GitHub App that turns decisions into checks, when the operator runs one'),
});
export type ServiceDocument = z.infer<typeof ServiceDocument>;

/** `POST {app.url}/registrations`: the Action registers a pass with the App and proves its identity by its id-token. */
export const Registration = z.object({
  id_token: z.string().max(16_384).describe('The job’s OIDC id-token for the App’s audience'),
  review_id: Id,
  review_secret: z.string().min(32).max(128).describe('The last part of `review_url`'),
  name: z
    .string()
    .min(1)
    .max(100)
    .refine(isPlainName, 'Use plain visible characters, with single spaces between words.')
    .describe('The named review: one check a name'),
  pull_request: z.int().min(1),
  head_sha: z.string().regex(/^[0-9a-f]{40}$/),
  workflow_run_id: z
    .int()
    .min(1)
    .optional()
    .describe('Under `workflow_run`: the run that triggered the job’s, which ran for the pull request’s head'),
  link: z
    .enum(['direct', 'sign-in'])
    .optional()
    .describe('`sign-in`: the review’s own link is shown nowhere, whatever the repository’s settings'),
  comment: z.boolean().optional().describe('false: this review has no row in the comment'),
  carry_over: z
    .boolean()
    .optional()
    .describe('false: this pass is decided anew, also where the repository’s settings let an approval carry over'),
  reused: z.boolean().optional().describe('true: the job did not open this pass, but found it'),
});
export type Registration = z.infer<typeof Registration>;

export const RegistrationResult = z.object({
  check_url: z.string().nullable(),
  comment: z.enum(['app', 'action']).describe('Who writes the pull request’s comment'),
  sign_in_url: z
    .string()
    .nullable()
    .describe('Where people sign in with GitHub to reach the review; null when the App does not offer it'),
  link: z
    .enum(['direct', 'sign-in', 'hidden'])
    .describe('How people may be led to the review, by the repository’s settings and what the job asked for'),
  settled: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Why the check passes without a decision; null when a person decides. Absent while the App does not know',
    ),
  conclusion: z
    .string()
    .nullable()
    .optional()
    .describe('How the check ended, in GitHub’s words; null while it waits. Absent while the App does not know'),
});
export type RegistrationResult = z.infer<typeof RegistrationResult>;
/** The path below the App's address that decisions are sent to. */
export const decisionPath = '/decisions';
export const registrationPath = '/registrations';
