import { z } from 'zod';
import { Id, Timestamp } from './common.ts';
import { defineOperation } from './define-operation.ts';
import { ids, times } from './examples.ts';

/** An MCP client that was connected on the connect screen, or a repository whose jobs sign in. */
export const Connection = z.object({
  id: Id,
  client_name: z.string().describe('What the client calls itself: a claim, not a proof'),
  client_host: z.string().describe('Where its sign-in returned to, or who vouches for it'),
  joined: z.boolean().describe('It joined this workspace by a token or a GitHub sign-in; otherwise it made it'),
  verified_login: z.string().nullable().describe('The GitHub login of who let it join, by the GitHub App’s word'),
  ends_at: Timestamp.nullable().describe('When a GitHub sign-in has to be repeated; null: never'),
  created_at: Timestamp,
  last_used_at: Timestamp.describe('When it last got an access token'),
});
export type Connection = z.infer<typeof Connection>;

export const listConnections = defineOperation({
  name: 'list_connections',
  title: 'Connected clients',
  description: 'The MCP clients that are signed in to this workspace, the newest first.',
  actor: 'client',
  rest: { method: 'GET', path: '/api/connections', success: 200 },
  tool: null,
  limits: [],
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
    'Ends a connection: the client’s access and refresh tokens are dead at once. Reviews, links and deliveries stay. A client that joined the workspace may end its own only.',
  actor: 'client',
  rest: { method: 'DELETE', path: '/api/connections/{connection_id}', success: 200 },
  tool: null,
  limits: [],
  input: z.object({ connection_id: z.string().max(100).describe('The connection’s id') }),
  output: z.object({ id: Id, ended: z.literal(true) }),
  errors: ['unauthenticated', 'forbidden', 'not_found'],
  example: {
    description: 'An agent on a laptop that was lost.',
    input: { connection_id: ids.connection },
    output: { id: ids.connection, ended: true },
  },
});
