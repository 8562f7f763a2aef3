import type { Ability } from './abilities.ts';

/** What the model does about a review that waits for its person, in place of sending the link. */
const summaries = {
  'opens-links': 'Call wait_for_decision: it has the person open the review in their browser, and waits.',
  'shows-apps':
    'The person sees the review in this conversation, where “Open in browser” leads to its page. Call wait_for_decision, which waits for the decision.',
} as const;

/** What it does about a review that its client was asked to open, and did not. */
const NOT_OPENED = 'The review was not opened. Call get_review, give its review_url to the person, then wait again.';

/** Returns what waiting found, with what the model does about a review that its client did not open. */
export function notOpened(found: object): object {
  const { next_action: next, ...rest } = found as { next_action?: { action: string } };
  return next?.action === 'wait_for_reviewer' ? { ...rest, next_action: { ...next, summary: NOT_OPENED } } : found;
}

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
