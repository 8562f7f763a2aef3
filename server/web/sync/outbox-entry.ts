import { emptyFields, fieldsOf, sameFields } from '../../contract/mark-fields.ts';
import type { Input, PageView, WriteName } from '../shared/types.ts';

/** Changes that mean the same later can be queued. A decision, an answer and noise are about what is shown now. */
export type Kept = Exclude<WriteName, 'decide' | 'answer_mark' | 'answer_suggestion' | 'mark_noise' | 'end_noise'>;

/** A queued change. Keys sort by time. */
export interface Entry<Name extends Kept = Kept> {
  key: string;
  name: Name;
  input: Input<Name>;
  /** The draft that it saves. */
  draft: string | null;
}

const keptNames: Readonly<Record<Kept, true>> = {
  place_mark: true,
  edit_mark: true,
  withdraw_mark: true,
  restore_mark: true,
  verify_mark: true,
  reopen_mark: true,
  accept_finding: true,
  hide_finding: true,
  restore_finding: true,
  accept_suggestion: true,
  dismiss_suggestion: true,
  restore_suggestion: true,
};

export const isKept = (name: string): name is Kept => Object.hasOwn(keptNames, name);

/** Parses a stored change, or returns null. */
export function parseEntry(text: string | null): Entry | null {
  try {
    const kept: Partial<Entry> = JSON.parse(text ?? 'null') ?? {};
    const { key, name, input, draft = null } = kept;
    if (typeof key !== 'string' || typeof name !== 'string' || !isKept(name)) return null;
    return typeof input === 'object' && input !== null ? { key, name, input, draft } : null;
  } catch {
    return null;
  }
}

export const newMarks = (entries: readonly Entry[]): { must_fix: boolean }[] =>
  entries.flatMap(({ name, input }) =>
    name === 'place_mark' && 'must_fix' in input ? [{ must_fix: input.must_fix === true }] : [],
  );

export interface Subject {
  kind: 'mark' | 'finding' | 'suggestion';
  id: number;
}

/** Returns what a change is about, or null for a new mark. */
export function subjectOf({ input }: Pick<Entry, 'input'>): Subject | null {
  if ('mark_id' in input) return { kind: 'mark', id: input.mark_id };
  if ('finding_id' in input) return { kind: 'finding', id: input.finding_id };
  if ('suggestion_id' in input) return { kind: 'suggestion', id: input.suggestion_id };
  return null;
}

const statusAfter: Partial<Record<Kept, string>> = {
  withdraw_mark: 'withdrawn',
  verify_mark: 'verified',
  reopen_mark: 'reopened',
  accept_finding: 'accepted',
  hide_finding: 'hidden',
  restore_finding: 'shown',
  accept_suggestion: 'accepted',
  dismiss_suggestion: 'dismissed',
  restore_suggestion: 'pending',
};

/** Returns whether a change has already taken effect. */
export function alreadySo({ review }: Pick<PageView, 'review'>, entry: Entry): boolean {
  const subject = subjectOf(entry);
  if (subject === null) return false;
  const lists = { mark: review.marks, finding: review.findings, suggestion: review.suggestions };
  const found = lists[subject.kind].find(({ id }) => id === subject.id);
  if (found === undefined) return false;
  if (entry.name !== 'edit_mark') return found.status === statusAfter[entry.name];
  const { mark_id: _, after_update: __, ...wanted } = entry.input as Input<'edit_mark'>;
  const now: Readonly<Record<string, unknown>> = { ...found };
  const fields = fieldsOf(wanted);
  // It was sent before the mark, which has another address.
  if (fields.reference_image_url?.startsWith('data:') && now.reference_image_url !== null) {
    delete fields.reference_image_url;
  }
  return (
    sameFields({ ...now, ...fields }, now) &&
    Object.entries(wanted).every(
      ([field, value]) => value === undefined || field in emptyFields || same(now[field], value),
    )
  );
}

/** The service keeps more digits than matter. */
const same = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) < 1e-6);

const before: Readonly<Record<string, string>> = { withdrawn: 'open', verified: 'resolved', reopened: 'resolved' };

function changedBy<Item extends { id: number; status: string }>(item: Item, entries: readonly Entry[]): Item {
  const now = { ...item };
  for (const entry of entries) {
    if (entry.name === 'edit_mark') {
      const { mark_id: _, after_update: __, ...words } = entry.input as Input<'edit_mark'>;
      Object.assign(now, words);
    } else if (entry.name === 'restore_mark') {
      now.status = now.status === item.status ? (before[item.status] ?? item.status) : item.status;
    } else now.status = statusAfter[entry.name] ?? now.status;
  }
  return now;
}

/** Returns the view with queued changes applied. A queued draft is shown as the draft. */
export function withPending(view: PageView, entries: readonly Entry[]): PageView {
  const acts = entries.filter(({ draft }) => draft === null);
  if (acts.length === 0) return view;
  const { review } = view;
  const changed = <Item extends { id: number; status: string }>(items: Item[], kind: Subject['kind']) =>
    items.map((item) => {
      const own = acts.filter((entry) => {
        const subject = subjectOf(entry);
        return subject?.kind === kind && subject.id === item.id;
      });
      return own.length === 0 ? item : changedBy(item, own);
    });
  return {
    ...view,
    review: {
      ...review,
      marks: changed(review.marks, 'mark'),
      findings: changed(review.findings, 'finding'),
      suggestions: changed(review.suggestions, 'suggestion'),
    },
  };
}
