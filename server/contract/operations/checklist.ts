import { z } from 'zod';
import { Checklist, type ChecklistRule } from '../checklist.ts';
import { defineOperation, perMinute } from '../define-operation.ts';

const blank: ChecklistRule = {
  id: 'blank-picture',
  title: 'Blank image',
  checks: 'The image is not one flat colour.',
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
  group: 'Findings',
  actor: 'client',
  rest: { method: 'GET', path: '/api/checklist', success: 200 },
  input: z.object({}),
  output: Checklist,
  errors: ['unauthenticated'],
  example: { description: 'One of the rules.', input: {}, output: { rules: [blank], model: null } },
});

export const updateChecklist = defineOperation({
  name: 'update_checklist',
  title: 'Switch rules off and on',
  description: 'Switches these rules off for the workspace’s later second opinions, and every other one on.',
  group: 'Findings',
  actor: 'client',
  rest: { method: 'PATCH', path: '/api/checklist', success: 200 },
  limits: [perMinute(60)],
  input: z.object({ off: z.array(z.string().max(100)).max(200).describe('Ids of rules') }),
  output: Checklist,
  errors: ['unauthenticated', 'invalid_request', 'rate_limited'],
  example: {
    description: 'Images may be blank here.',
    input: { off: ['blank-picture'] },
    output: { rules: [{ ...blank, on: false }], model: null },
  },
});
