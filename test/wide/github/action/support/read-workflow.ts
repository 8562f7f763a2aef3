import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Step {
  name?: string;
  run?: string;
  uses?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}

export interface Workflow {
  name: string;
  on: Record<string, { types?: string[]; workflows?: string[]; inputs?: Record<string, unknown> }>;
  permissions?: Record<string, string>;
  jobs: Record<string, { permissions?: Record<string, string>; steps: Step[] }>;
}

/** Returns a workflow whose values are all text. */
export const readWorkflow = (file: string): Workflow => parse(readFileSync(file, 'utf8'), { schema: 'failsafe' });

/** Returns every step of a workflow, in order. */
export const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps }) => steps);
