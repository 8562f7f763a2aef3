import { z } from 'zod';
import { BaselineName } from '../base.ts';
import { Baseline, BaselineScreenshot, BaselineSummary, Repository } from '../baseline.ts';
import { Id, Text } from '../common.ts';
import { defineOperation, perMinute, reads } from '../define-operation.ts';
import { ids, noiseRule, screenshot, times, tinyImage } from '../examples.ts';
import { CaptureFields, ImageFields, MoreImages, RequestKey, Shard, Shards, SourceFields } from '../source.ts';

const BaselineId = z.object({ id: Id.describe('The baseline') });
const complete = z
  .boolean()
  .optional()
  .describe(
    'false while more screenshots follow, of this shard if there are several; reviews are compared with complete baselines only. Default true',
  );

const head = {
  id: ids.baseline,
  repository: 'shop/web',
  name: 'visual',
  branch: 'main',
  commit: 'b7e3f0c19d5a4428c6a1f2d8e7b90c3a5d4f6e12',
  status: 'complete' as const,
  created_at: times.created,
  expires_at: null,
};
const baseline = {
  ...head,
  shards: null,
  problems: [],
  screenshots: [BaselineScreenshot.parse(screenshot)],
};
const approval = {
  review_id: ids.first,
  reference: 'shop/web#1284',
  revision: '4f1c9ab',
  outcome: 'approved' as const,
  decided_by: 'Mara',
  verified_login: null,
  decided_at: times.decided,
};
const { repository, name, branch, commit } = head;
const { label } = screenshot;

export const createBaseline = defineOperation({
  name: 'create_baseline',
  title: 'Record a baseline',
  description:
    'Records the accepted screenshots of one commit of a branch. It asks no person, because merging was the approval. It takes a try token and costs what a review costs, or it takes a job’s token for the very commit whose push started the job, and costs nothing.',
  group: 'Baselines',
  actor: 'client',
  rest: { method: 'POST', path: '/api/baselines', success: 201 },
  idempotencyField: 'client_request_id',
  maxBodyBytes: Number.POSITIVE_INFINITY,
  limits: [perMinute(30)],
  input: z.object({
    ...BaselineName,
    commit: Text.min(7).max(64).describe('The commit that the screenshots show'),
    ...SourceFields,
    ...Shards,
    complete,
    ...RequestKey,
  }),
  output: Baseline,
  errors: ['unauthenticated', 'insufficient_credits', 'forbidden', 'too_large', 'invalid_request', 'rate_limited'],
  example: {
    description: 'The screenshots of the main branch after a merge.',
    input: { repository, name, branch, commit, images: [{ image: tinyImage, label }] },
    output: baseline,
  },
});

export const addToBaseline = defineOperation({
  name: 'add_to_baseline',
  title: 'Add to a baseline',
  description:
    'Adds images or a further page to a baseline that was created with `complete: false`, or declares it complete. A baseline holds up to 1,000 screenshots.',
  group: 'Baselines',
  actor: 'client',
  rest: { method: 'POST', path: '/api/baselines/{id}/screenshots', success: 201 },
  idempotencyField: 'client_request_id',
  maxBodyBytes: Number.POSITIVE_INFINITY,
  limits: [perMinute(60)],
  limitGroup: 'screenshots_and_findings',
  input: z.object({
    ...BaselineId.shape,
    ...ImageFields.partial().shape,
    ...MoreImages,
    ...CaptureFields.shape,
    ...Shard,
    complete,
    ...RequestKey,
  }),
  output: Baseline,
  errors: [
    'unauthenticated',
    'forbidden',
    'not_found',
    'too_large',
    'invalid_request',
    'invalid_state',
    'rate_limited',
  ],
  example: {
    description: 'Everything was sent.',
    input: { id: ids.baseline, complete: true },
    output: baseline,
  },
});

export const getBaseline = defineOperation({
  name: 'get_baseline',
  title: 'Read a baseline',
  description: 'Reads one baseline with its screenshots, such as a review’s `base`.',
  group: 'Baselines',
  actor: 'client',
  rest: { method: 'GET', path: '/api/baselines/{id}', success: 200 },
  tool: { ...reads, searchHint: 'accepted screenshots of a baseline' },
  input: BaselineId,
  output: Baseline,
  errors: ['unauthenticated', 'not_found'],
  example: { description: 'The baseline of the main branch.', input: { id: ids.baseline }, output: baseline },
});

export const listBaselines = defineOperation({
  name: 'list_baselines',
  title: 'List baselines',
  description: 'The baselines of this workspace (accepted screenshots of one commit each), newest first, 20 at a time.',
  group: 'Baselines',
  actor: 'client',
  rest: { method: 'GET', path: '/api/baselines', success: 200 },
  tool: { ...reads, searchHint: 'list baselines by repository, review name or commit' },
  input: z.object({
    repository: BaselineName.repository.optional().describe('Only those of this repository'),
    name: BaselineName.name.optional().describe('Only those of this review'),
    commit: z.string().max(64).optional().describe('Only those of this commit'),
    cursor: z.string().max(200).optional().describe('`next_cursor` of the page before'),
  }),
  output: z.object({ baselines: z.array(BaselineSummary), next_cursor: z.string().nullable() }),
  errors: ['unauthenticated', 'invalid_request'],
  example: {
    description: 'What is recorded for one repository.',
    input: { repository },
    output: { baselines: [{ ...head, screenshot_count: 1 }], next_cursor: null },
  },
});

export const listRepositories = defineOperation({
  name: 'list_repositories',
  title: 'List repositories',
  description:
    'The repositories that have baselines: the newest baseline of each name and branch, and the labels that vary between runs of the same commit.',
  group: 'Baselines',
  actor: 'client',
  rest: { method: 'GET', path: '/api/repositories', success: 200 },
  input: z.object({}),
  output: z.object({ repositories: z.array(Repository) }),
  errors: ['unauthenticated'],
  example: {
    description: 'One repository, with a clock that no mask covers.',
    input: {},
    output: {
      repositories: [
        {
          repository,
          title: repository,
          names: [
            {
              name,
              baselines: [{ ...head, screenshot_count: 1 }],
              noise: [{ ...noiseRule, approved_in: approval }],
              unstable: [{ label, commit, variants: 3, runs: 4, last_seen_at: times.created }],
            },
          ],
        },
      ],
    },
  },
});

export const deleteBaseline = defineOperation({
  name: 'delete_baseline',
  title: 'Delete a baseline',
  description:
    'Deletes a baseline that is wrong, with its images. Undecided reviews that were compared with it are compared with the next one that fits.',
  group: 'Baselines',
  actor: 'client',
  rest: { method: 'DELETE', path: '/api/baselines/{id}', success: 200 },
  input: BaselineId,
  output: z.object({ id: Id, deleted: z.literal(true) }),
  errors: ['unauthenticated', 'forbidden', 'not_found'],
  example: {
    description: 'It showed a broken build.',
    input: { id: ids.baseline },
    output: { id: ids.baseline, deleted: true },
  },
});
