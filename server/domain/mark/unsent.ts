import type { MarkKind, MarkStatus } from '../../contract/mark.ts';
import { sameFields } from '../../contract/mark-fields.ts';
import { type FieldColumns, toFields, untouched } from './fields.ts';
import type { Place } from './rules.ts';
import type { ChainKey, PlacedMark, Under } from './store.ts';

/**
 * A mark that the reviewer placed or changed after requesting changes. Only the review page shows it: clients read the
 * request as it was sent, until the reviewer updates it.
 */
export interface UnsentMark {
  number: number;
  /** What only a new mark brings; null for a change of one that was sent. */
  made: Pick<PlacedMark, 'clientMarkId' | 'author' | 'source' | 'pass'> | null;
  /** The status that withdrawing or restoring it gave it; null: the status it has. */
  status: MarkStatus | null;
  kind: MarkKind;
  fields: FieldColumns;
  shotId: string | null;
  place: Place;
  under: Under;
  createdAt: string;
  updatedAt: string;
}

const noMaker = { clientMarkId: null, author: null, source: 'reviewer' as const, pass: 1 };

const samePlace = (one: Place, other: Place): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

const columnsOf = ({ body, mustFix, strokes, referenceImage }: FieldColumns): FieldColumns => ({
  body,
  mustFix,
  strokes,
  referenceImage,
});

const isEdited = (one: Pick<UnsentMark, 'kind' | 'fields' | 'shotId' | 'place'>, sent: PlacedMark): boolean =>
  one.kind !== sent.kind ||
  one.shotId !== sent.shotId ||
  !sameFields(toFields('', one.fields), toFields('', sent)) ||
  !samePlace(one.place, sent.place);

/**
 * Returns a mark with its unsent change, as sending it makes it: one that was reported as fixed before its words or
 * place changed is to be fixed again. `sent` is the mark as clients read it, undefined for a new one.
 */
export function withUnsent(chain: ChainKey, sent: PlacedMark | undefined, unsent: UnsentMark): PlacedMark {
  const { number, made, kind, fields, shotId, place, under } = unsent;
  const isStale = sent !== undefined && sent.status === 'resolved' && isEdited(unsent, sent);
  const known = sent ?? { ...chain, number, ...noMaker, ...made, ...untouched };
  const again = { status: 'reopened' as const, formerStatus: 'resolved' as const, reopenReason: null };
  const mark = isStale ? { ...known, ...again } : known;
  const status = unsent.status ?? mark.status;
  const createdAt = new Date(unsent.createdAt);
  const updatedAt = new Date(unsent.updatedAt);
  // Restoring it gives it the status that it has meanwhile.
  const formerStatus = status === mark.status ? mark.formerStatus : status === 'withdrawn' ? mark.status : null;
  return { ...mark, kind, ...fields, shotId, place, ...under, status, formerStatus, createdAt, updatedAt };
}

/** Returns the marks of a pass as the review page shows them. */
export function listWithUnsent(
  chain: ChainKey,
  marks: readonly PlacedMark[],
  unsent: readonly UnsentMark[],
): PlacedMark[] {
  const changed = new Map(unsent.map((each) => [each.number, each]));
  const known = marks.map((mark) => {
    const change = changed.get(mark.number);
    changed.delete(mark.number);
    return change === undefined ? mark : withUnsent(chain, mark, change);
  });
  return [...known, ...[...changed.values()].map((each) => withUnsent(chain, undefined, each))];
}

/** Returns what of a mark is unsent; null when it is as it was sent, for instance after an undo. */
export function toUnsent(mark: PlacedMark, sent: PlacedMark | undefined): UnsentMark | null {
  const { number, kind, shotId, place, position, element, elementChanged, sameElement, changeShare } = mark;
  const { clientMarkId, author, source, pass } = mark;
  const before = sent?.status ?? 'open';
  // Only a change after the fix makes it so: a person who reopens a mark reopens what was sent.
  const isStale = before === 'resolved' && mark.status === 'reopened';
  const unsent: UnsentMark = {
    number,
    made: sent === undefined ? { clientMarkId, author, source, pass } : null,
    status: isStale || mark.status === before ? null : mark.status,
    ...{ kind, fields: columnsOf(mark), shotId, place },
    under: { position, element, elementChanged, sameElement: sameElement ?? [], changeShare },
    createdAt: mark.createdAt.toISOString(),
    updatedAt: mark.updatedAt.toISOString(),
  };
  if (sent === undefined || unsent.status !== null || isEdited(unsent, sent)) return unsent;
  return null;
}

/** Returns it with the new capability of its reference image, if that was replaced. */
export function withImages(unsent: UnsentMark, replaced: ReadonlyMap<string, string>): UnsentMark {
  const { referenceImage } = unsent.fields;
  const capability = replaced.get(referenceImage ?? '') ?? referenceImage;
  return { ...unsent, fields: { ...unsent.fields, referenceImage: capability } };
}

/** Returns whether sending it changes what was requested. A new mark that was withdrawn again does not. */
export const isChange = ({ made, status }: UnsentMark): boolean => made === null || status !== 'withdrawn';
