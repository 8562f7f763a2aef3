import { z } from 'zod';
import { Timestamp } from './common.ts';
import { defineOperation, perMinute, reads } from './define-operation.ts';
import { ids, reportedReview, secondPass, times, tryToken } from './examples.ts';
import { Review } from './review.ts';

export const TryToken = z.object({
  token: z.string().describe('The bearer token. Shown once; keep it'),
  token_expires_at: Timestamp,
  mcp_url: z.url(),
  workspace_id: z.string(),
  editor_config: z
    .object({
      mcpServers: z.record(z.string(), z.object({ url: z.url(), headers: z.record(z.string(), z.string()) })),
    })
    .describe('Paste into an MCP client’s configuration'),
  assistant_code_command: z.string().describe('A shell command that adds the MCP server to a command-line assistant'),
});
export type TryToken = z.infer<typeof TryToken>;

export const createTryToken = defineOperation({
  name: 'create_try_token',
  title: 'Get a try token',
  description: 'Makes a new workspace and a bearer token for it. Needs no account and no body.',
  actor: 'anyone',
  rest: { method: 'POST', path: '/api/try-token', success: 201 },
  tool: null,
  // Limits per address are settings (TRY_TOKENS_PER_HOUR, TRY_TOKENS_PER_DAY), held by the domain.
  limits: [],
  input: z.object({}),
  output: TryToken,
  errors: ['forbidden', 'rate_limited'],
  example: {
    description: 'A workspace of its own for a script that has none yet.',
    input: {},
    output: tryToken,
  },
});

export const Billing = z.object({
  plan: z.string(),
  credits: z.object({
    left: z.int().nullable().describe('null when the plan is unlimited'),
    allowance: z.int().nullable(),
    refills_at: Timestamp,
  }),
  costs: z.object({ images: z.int(), capture: z.int(), pdf: z.int(), html: z.int() }),
  webhooks_paused: z
    .int()
    .describe('Webhooks that five failures in a row paused: their decisions are held until one is resumed'),
  token_expires_at: Timestamp.nullable().describe(
    'When the try token that asks expires; null for a connected client, whose access is refreshed',
  ),
});
export type Billing = z.infer<typeof Billing>;

export const getBilling = defineOperation({
  name: 'get_billing',
  title: 'Credits left',
  description: 'Credits left this month, the plan, what each source costs and when credits refill.',
  actor: 'client',
  rest: { method: 'GET', path: '/api/billing', success: 200 },
  tool: { ...reads, searchHint: 'credits, plan and costs' },
  limits: [],
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

export const exportWorkspace = defineOperation({
  name: 'export_workspace',
  title: 'Export everything',
  description:
    'Every review of the workspace, oldest first, in full, page by page. The links in it are secrets; pictures are behind their own addresses.',
  actor: 'client',
  rest: { method: 'GET', path: '/api/workspace/export', success: 200 },
  tool: null,
  limits: [perMinute(60)],
  input: z.object({ cursor: z.string().max(200).optional().describe('`next_cursor` of the page before') }),
  output: z.object({
    workspace_id: z.string(),
    exported_at: Timestamp,
    reviews: z.array(Review),
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
      next_cursor: null,
    },
  },
});

export const deleteWorkspace = defineOperation({
  name: 'delete_workspace',
  title: 'Delete everything',
  description:
    'Deletes the workspace for good: every review with its pictures, and every token, this one included. Name the workspace in `confirm`.',
  actor: 'client',
  rest: { method: 'DELETE', path: '/api/workspace', success: 200 },
  tool: null,
  limits: [],
  input: z.object({ confirm: z.string().describe('The workspace’s id, so that nobody deletes by accident') }),
  output: z.object({ workspace_id: z.string(), deleted: z.literal(true), reviews: z.int() }),
  errors: ['unauthenticated', 'forbidden', 'invalid_request'],
  example: {
    description: 'A workspace with two passes, gone for good.',
    input: { confirm: ids.workspace },
    output: { workspace_id: ids.workspace, deleted: true, reviews: 2 },
  },
});

export const rotateToken = defineOperation({
  name: 'rotate_token',
  title: 'Replace the token',
  description:
    'Makes a new try token for the same workspace. The one that asked goes on for ten minutes, so that a lost answer locks nobody out; then it is dead. Clients that joined by it are disconnected at once. It takes a try token: a connected client cannot rotate it.',
  actor: 'client',
  rest: { method: 'POST', path: '/api/token/rotate', success: 201 },
  tool: null,
  limits: [perMinute(5)],
  input: z.object({}),
  output: TryToken,
  errors: ['unauthenticated', 'invalid_state', 'rate_limited'],
  example: {
    description: 'A new token in place of one that may have leaked.',
    input: {},
    output: tryToken,
  },
});
