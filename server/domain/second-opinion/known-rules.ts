import { rules } from '../../checklist/index.ts';
import { invalid } from '../failure.ts';

/** Requires that every id is a rule's. @throws `invalid_request` naming the first id that no rule has */
export function requireRules(field: string, ids: readonly string[]): void {
  const known = new Set(rules.map(({ id }) => id));
  ids.forEach((id, at) => {
    if (!known.has(id)) {
      const path = `${field}[${at}]`;
      throw invalid(
        path,
        `\`${path}\`: there is no rule with this id. Each finding names its rule; GET /api/checklist lists all.`,
      );
    }
  });
}
