import { invalid } from '../failure.ts';
import { modelRules } from './model-rules/index.ts';
import { rules } from './rules/index.ts';

/** @throws `invalid_request` naming the first that is no rule */
export function requireRules(field: string, ids: readonly string[]): void {
  const known = new Set([...rules, ...modelRules].map(({ id }) => id));
  ids.forEach((id, at) => {
    if (!known.has(id)) {
      const path = `${field}[${at}]`;
      throw invalid(path, `\`${path}\`: there is no rule with this id. GET /api/checklist lists them.`);
    }
  });
}
