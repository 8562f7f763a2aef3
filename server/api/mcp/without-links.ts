import type { Ability } from './abilities.ts';

/** What the model does about a review that waits for its person, in place of sending the link. */
const summaries = {
  'opens-links': 'Call wait_for_decision: it has the person open the review in their browser, and waits.',
  'shows-apps':
    'The person sees the review in this conversation, where “Open in browser” leads to its page. Call wait_for_decision, which waits for the decision.',
} as const;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns a copy without review links, which no model needs whose client shows the review. */
export function withoutLinks(result: object, ability: NonNullable<Ability>): object {
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(without);
    return isObject(value) ? withoutLinks(value, ability) : value;
  };
  const { review_url: _, ...rest } = result as Record<string, unknown>;
  const copy = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, without(value)]));
  return copy.action === 'wait_for_reviewer' ? { ...copy, summary: summaries[ability] } : copy;
}
