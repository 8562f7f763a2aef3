import { z } from 'zod';
import { defineOperation, perMinute } from './define-operation.ts';
import { ReviewType, Severity } from './review.ts';

export const ChecklistRule = z.object({
  id: z.string().describe('What a finding’s `rule` is'),
  title: z.string(),
  checks: z.string().describe('What it looks at'),
  why: z.string().describe('Why it matters'),
  severity: Severity,
  types: z.array(ReviewType).describe('The types of reviews it is for'),
  found_by: z
    .enum(['rule', 'model'])
    .describe('Computed; or judged by the model alone: such rules are listed where there is one'),
  on: z.boolean().describe('Whether this workspace’s second opinions use it'),
});
export type ChecklistRule = z.infer<typeof ChecklistRule>;

export const Checklist = z.object({
  rules: z.array(ChecklistRule),
  model: z.string().nullable().describe('The model that is asked as well; null when the service asks none'),
});
export type Checklist = z.infer<typeof Checklist>;

const blank: ChecklistRule = {
  id: 'blank-picture',
  title: 'Blank picture',
  checks: 'The picture is not one flat colour.',
  why: 'There is nothing to decide about.',
  severity: 'polish',
  types: ['ui', 'website', 'presentation', 'email'],
  found_by: 'rule',
  on: true,
};

export const getChecklist = defineOperation({
  name: 'get_checklist',
  title: 'The checklist',
  description: 'The rules that a second opinion goes by, and which of them this workspace has switched off.',
  actor: 'client',
  rest: { method: 'GET', path: '/api/checklist', success: 200 },
  tool: null,
  limits: [],
  input: z.object({}),
  output: Checklist,
  errors: ['unauthenticated'],
  example: { description: 'One of the rules.', input: {}, output: { rules: [blank], model: null } },
});

export const updateChecklist = defineOperation({
  name: 'update_checklist',
  title: 'Switch rules off and on',
  description: 'Switches these rules off for the workspace’s later second opinions, and every other one on.',
  actor: 'client',
  rest: { method: 'PATCH', path: '/api/checklist', success: 200 },
  tool: null,
  limits: [perMinute(60)],
  input: z.object({ off: z.array(z.string().max(100)).max(200).describe('Ids of rules') }),
  output: Checklist,
  errors: ['unauthenticated', 'invalid_request', 'rate_limited'],
  example: {
    description: 'Pictures may be blank here.',
    input: { off: ['blank-picture'] },
    output: { rules: [{ ...blank, on: false }], model: null },
  },
});
