import { z } from 'zod';
import { Timestamp } from './common.ts';
import { adds, defineOperation, perMinute } from './define-operation.ts';
import { tryToken } from './examples.ts';
import { TryToken } from './workspace.ts';

export const openWorkspace = defineOperation({
  name: 'open_workspace',
  title: 'Open the workspace in the browser',
  description:
    'Gives a link for the person: their reviews, credits and connected clients in the browser; good once, for ten minutes.',
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
  actor: 'anyone',
  rest: { method: 'POST', path: '/api/workspace/enter', success: 201 },
  tool: null,
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
