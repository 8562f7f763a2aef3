import { z } from 'zod';
import { Id, Timestamp } from './common.ts';

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

/** An MCP client that was connected on the connect screen, or a repository whose jobs sign in. */
export const Connection = z.object({
  id: Id,
  client_name: z.string().describe('What the client calls itself: a claim, not a proof'),
  client_host: z.string().describe('Where its sign-in returned to, or the host of its metadata document'),
  joined: z.boolean().describe('It joined this workspace by a token or a GitHub sign-in; otherwise it made it'),
  verified_login: z.string().nullable().describe('The GitHub login of who let it join, by the GitHub App’s word'),
  ends_at: Timestamp.nullable().describe('When a GitHub sign-in has to be repeated; null: never'),
  created_at: Timestamp,
  last_used_at: Timestamp.describe('When it last got an access token'),
});
export type Connection = z.infer<typeof Connection>;
