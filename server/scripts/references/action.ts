import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { code, table } from './table.ts';

const Manifest = z.object({
  inputs: z.record(
    z.string(),
    z.object({ description: z.string(), required: z.boolean(), default: z.string().optional() }),
  ),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
});

const manifest = () => Manifest.parse(parse(readFileSync(join(import.meta.dirname, '../../../action.yml'), 'utf8')));

export function actionInputs(): string {
  const rows = Object.entries(manifest().inputs).map(([name, { description, required, default: fallback = '' }]) => [
    code(name),
    required ? 'required' : fallback === '' ? '' : code(fallback),
    description,
  ]);
  return table(['input', 'default', ''], rows);
}

export const actionOutputs = (): string =>
  table(
    ['output', ''],
    Object.entries(manifest().outputs).map(([name, { description }]) => [code(name), description]),
  );
