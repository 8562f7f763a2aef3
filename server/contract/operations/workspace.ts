import { z } from 'zod';
import { BaselineName, ComparedArea, NoiseRule } from '../base.ts';
import { Baseline } from '../baseline.ts';
import { Fraction, Id, Timestamp } from '../common.ts';
import { adds, defineOperation, perMinute, reads } from '../define-operation.ts';
import { ids, reportedReview, secondPass, times, tryToken } from '../examples.ts';
import { Review } from '../review.ts';
import { Unsent } from '../reviewer.ts';
import { Billing, Connection, TryToken } from '../workspace.ts';

export const createTryToken = defineOperation({
  name: 'create_try_token',
  title: 'Get a try token',
  description: 'Makes a new workspace and a bearer token for it. Needs no account and no body.',
  group: 'Workspace',
  actor: 'anyone',
  rest: { method: 'POST', path: '/api/try-token', success: 201 },
  // Limits for each address are settings (TRY_TOKENS_PER_HOUR, TRY_TOKENS_PER_DAY), which the domain enforces.
  input: z.object({}),
  output: TryToken,
  errors: ['forbidden', 'rate_limited'],
  example: {
    description: 'A workspace of its own for a script that has none yet.',
    input: {},
    output: tryToken,
  },
});

export const rotateToken = defineOperation({
  name: 'rotate_token',
  title: 'Replace the token',
  description:
    'Makes a new try token in place of all that the workspace has, because one that leaked may have got others by `open_workspace`. They work for ten more minutes, so that a lost answer locks no one out. Clients that joined by a token are disconnected at once. It takes a try token: a connected client cannot rotate it.',
  group: 'Workspace',
  actor: 'client',
  rest: { method: 'POST', path: '/api/token/rotate', success: 201 },
  limits: [perMinute(5)],
  input: z.object({}),
  output: TryToken,
  errors: ['unauthenticated', 'invalid_state', 'rate_limited'],
  example: { description: 'A new token in place of one that may have leaked.', input: {}, output: tryToken },
});

export const getBilling = defineOperation({
  name: 'get_billing',
  title: 'Credits left',
  description: 'Credits left this month, the plan, what each source costs and when credits refill.',
  group: 'Workspace',
  actor: 'client',
  rest: { method: 'GET', path: '/api/billing', success: 200 },
  tool: { ...reads, searchHint: 'credits, plan and costs' },
  input: z.object({}),
  output: Billing,
  errors: ['unauthenticated'],
  example: {
    description: 'A hosted workspace in the middle of its month.',
    input: {},
    output: {
      plan: 'free',
      credits: { left: 137, allowance: 200, refills_at: times.refills },
      costs: { images: 1, capture: 2, pdf: 2, html: 1 },
      webhooks_paused: 0,
      token_expires_at: times.tokenExpires,
    },
  },
});

export const openWorkspace = defineOperation({
  name: 'open_workspace',
  title: 'Open the workspace in the browser',
  description:
    'Gives a link for the person, to their reviews, credits and connected clients; good once, for ten minutes.',
  group: 'Workspace',
  actor: 'client',
  rest: { method: 'POST', path: '/api/workspace/open', success: 201 },
  tool: { ...adds, searchHint: 'open the review dashboard in the browser' },
  limits: [perMinute(10)],
  input: z.object({}),
  output: z.object({ url: z.url().describe('Secret: for the person alone'), expires_at: Timestamp }),
  errors: ['unauthenticated', 'forbidden', 'rate_limited'],
  example: {
    description: 'The person asked their agent where their reviews are.',
    input: {},
    output: {
      url: 'https://sightline.example.com/workspace#open=AXq1Tn0yS3c',
      expires_at: '2026-03-02T09:10:00.000Z',
    },
  },
});

export const enterWorkspace = defineOperation({
  name: 'enter_workspace',
  title: 'Get the token of an opened workspace',
  description:
    'Takes the `code` at the end of a link that `open_workspace` gave, once, and answers a new try token of that workspace. Other tokens and connections stay as they are.',
  group: 'Workspace',
  actor: 'anyone',
  rest: { method: 'POST', path: '/api/workspace/enter', success: 201 },
  limits: [{ max: 10, seconds: 600 }],
  input: z.object({ code: z.string().min(1).max(2000).describe('What stands behind `#open=`') }),
  output: TryToken,
  errors: ['forbidden', 'invalid_request', 'rate_limited'],
  example: {
    description: 'The person followed the link and pressed.',
    input: { code: 'AXq1Tn0yS3c' },
    output: tryToken,
  },
});

const ExportedNoiseRule = NoiseRule.extend({
  repository: BaselineName.repository,
  name: BaselineName.name,
  review_id: Id.describe('The review in which it was made'),
  width: z.int().describe('Pixels; screenshots of another size are not noise'),
  height: z.int(),
  share: Fraction.describe('How many pixels differed'),
  areas: z.array(ComparedArea).describe('Where they differed'),
});

export const exportWorkspace = defineOperation({
  name: 'export_workspace',
  title: 'Export everything',
  description:
    'Every review and baseline of the workspace, oldest first, in full, page by page, with the noise rules made in those reviews and what their reviewers have not sent yet. The links in it are secrets; images are behind their own addresses, and those with the same `sha256` are the same image.',
  group: 'Workspace',
  actor: 'client',
  rest: { method: 'GET', path: '/api/workspace/export', success: 200 },
  limits: [perMinute(60)],
  input: z.object({ cursor: z.string().max(200).optional().describe('`next_cursor` of the page before') }),
  output: z.object({
    workspace_id: z.string(),
    exported_at: Timestamp,
    reviews: z.array(Review),
    baselines: z.array(Baseline),
    unsent: z
      .array(Unsent.extend({ review_id: Id }))
      .describe('What reviewers placed or changed after requesting changes: `reviews` has it once it is sent'),
    noise_rules: z.array(ExportedNoiseRule).describe('Also those that ended'),
    next_cursor: z.string().nullable(),
  }),
  errors: ['unauthenticated', 'invalid_request', 'rate_limited'],
  example: {
    description: 'The first and only page of a workspace with two passes.',
    input: {},
    output: {
      workspace_id: ids.workspace,
      exported_at: times.nextPass,
      reviews: [reportedReview, secondPass],
      baselines: [],
      unsent: [],
      noise_rules: [],
      next_cursor: null,
    },
  },
});

export const deleteWorkspace = defineOperation({
  name: 'delete_workspace',
  title: 'Delete everything',
  description:
    'Deletes the workspace for good: every review and baseline with its images, and every token, this one included. Name the workspace in `confirm`.',
  group: 'Workspace',
  actor: 'client',
  rest: { method: 'DELETE', path: '/api/workspace', success: 200 },
  input: z.object({ confirm: z.string().describe('The workspace’s id, against deletion by accident') }),
  output: z.object({ workspace_id: z.string(), deleted: z.literal(true), reviews: z.int() }),
  errors: ['unauthenticated', 'forbidden', 'invalid_request'],
  example: {
    description: 'A workspace with two passes, deleted for good.',
    input: { confirm: ids.workspace },
    output: { workspace_id: ids.workspace, deleted: true, reviews: 2 },
  },
});

export const listConnections = defineOperation({
  name: 'list_connections',
  title: 'Connected clients',
  description: 'The MCP clients that are signed in to this workspace, the newest first.',
  group: 'Workspace',
  actor: 'client',
  rest: { method: 'GET', path: '/api/connections', success: 200 },
  input: z.object({}),
  output: z.object({ connections: z.array(Connection) }),
  errors: ['unauthenticated'],
  example: {
    description: 'One coding agent that joined by a try token.',
    input: {},
    output: {
      connections: [
        {
          id: ids.connection,
          client_name: 'Terminal agent',
          client_host: 'localhost',
          joined: true,
          verified_login: null,
          ends_at: null,
          created_at: times.created,
          last_used_at: times.marked,
        },
      ],
    },
  },
});

export const endConnection = defineOperation({
  name: 'end_connection',
  title: 'Disconnect a client',
  description:
    'Ends a connection: the client’s access and refresh tokens stop working at once. Reviews, links and deliveries stay. A client that joined the workspace may end its own only.',
  group: 'Workspace',
  actor: 'client',
  rest: { method: 'DELETE', path: '/api/connections/{connection_id}', success: 200 },
  input: z.object({ connection_id: z.string().max(100).describe('The connection’s id') }),
  output: z.object({ id: Id, ended: z.literal(true) }),
  errors: ['unauthenticated', 'forbidden', 'not_found'],
  example: {
    description: 'An agent on a laptop that was lost.',
    input: { connection_id: ids.connection },
    output: { id: ids.connection, ended: true },
  },
});
