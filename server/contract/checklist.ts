import { z } from 'zod';
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
