import type { Mark } from '../../../contract/mark.ts';
import type { Review } from '../../../contract/review.ts';
import type { WorkPacket } from '../../../contract/work-packet.ts';
import { invalid } from '../../../domain/failure.ts';
import { type Detail, details, findingOf, markOf, packetOf, screenshotOf, suggestionOf } from './entries.ts';
import { short } from './short-text.ts';

/**
 * The size of one result in characters. A result is sent as text and as structured content, together some 7,500 tokens
 * at four characters each; clients drop or cut larger ones.
 */
export const MAX_CHARACTERS = 15_000;

/** One entry of a review, by its kind and its number in it. */
interface Entry {
  kind: number;
  id: number;
  render(detail: Detail): Partial<Lists>;
}

export interface Lists {
  pins: object[];
  must_fix: object[];
  marks: object[];
  screenshots: object[];
  findings: object[];
  suggestions: object[];
}
const listNames = ['pins', 'must_fix', 'marks', 'screenshots', 'findings', 'suggestions'] as const;

const KIND = { outstanding: 0, screenshot: 1, finding: 2, suggestion: 3, settled: 4 } as const;

const mustFix = ({ mark_id, must_fix, body }: WorkPacket): object[] =>
  must_fix ? [{ mark_id, summary: short(body, 50) }] : [];

export const packetEntry = (packet: WorkPacket, mark: Mark | undefined): Entry => ({
  kind: KIND.outstanding,
  id: packet.mark_id,
  render: (detail) => ({
    pins: [packetOf(packet, detail)],
    must_fix: mustFix(packet),
    marks: mark === undefined ? [] : [markOf(mark, true, detail)],
  }),
});

export const screenshotEntry = (index: number, shown: () => object): Entry => ({
  kind: KIND.screenshot,
  id: index,
  render: () => ({ screenshots: [shown()] }),
});

/**
 * Lists the entries in the order a fixing agent needs them: marks to fix, then findings and suggestions, and settled
 * marks last.
 */
export function entriesOf(review: Review): Entry[] {
  const { work_packets, marks, screenshots, findings, suggestions } = review;
  const packets = new Map(work_packets.pins.map((packet) => [packet.mark_id, packet]));
  const byId = new Map(marks.map((mark) => [mark.id, mark]));
  return [
    ...work_packets.pins.map((packet) => packetEntry(packet, byId.get(packet.mark_id))),
    ...screenshots.map((shot) => screenshotEntry(shot.index, () => screenshotOf(shot))),
    ...findings.map((each) => ({ kind: KIND.finding, id: each.id, render: () => ({ findings: [findingOf(each)] }) })),
    ...suggestions.map((each) => ({
      kind: KIND.suggestion,
      id: each.id,
      render: () => ({ suggestions: [suggestionOf(each)] }),
    })),
    ...marks
      .filter(({ id }) => !packets.has(id))
      .map((mark) => ({
        kind: KIND.settled,
        id: mark.id,
        render: (detail: Detail) => ({ marks: [markOf(mark, false, detail)] }),
      })),
  ].sort(inOrder);
}

type Place = Pick<Entry, 'kind' | 'id'>;
const inOrder = (one: Place, other: Place): number => one.kind - other.kind || one.id - other.id;

/** Returns where the previous page ended. @throws DomainError `invalid_request` */
function placeOf(cursor: string): Place {
  const [, kind, id] = /^([0-4])\.(\d{1,9})$/.exec(cursor) ?? [];
  if (kind === undefined || id === undefined) {
    throw invalid('cursor', 'This cursor belongs elsewhere. Send `next_cursor` of the page before.');
  }
  return { kind: Number(kind), id: Number(id) };
}

const sizeOf = (rendered: object): number => JSON.stringify(rendered).length;

/**
 * Returns the entries after `cursor` that fit beside `used` characters: in as much detail as allows all outstanding
 * marks to fit, else as many as fit.
 */
export function fillPage(
  entries: Entry[],
  cursor: string | undefined,
  used: number,
): { lists: Lists; nextCursor: string | null } {
  const after = cursor === undefined ? null : placeOf(cursor);
  const left = after === null ? entries : entries.filter((entry) => inOrder(entry, after) > 0);
  const room = MAX_CHARACTERS - used;
  const urgent = left.filter(({ kind }) => kind <= KIND.screenshot);
  const needs = (detail: Detail): number => urgent.reduce((sum, entry) => sum + sizeOf(entry.render(detail)), 0);
  const detail = details.find((each) => needs(each) <= room) ?? 'lean';
  const lists: Lists = { pins: [], must_fix: [], marks: [], screenshots: [], findings: [], suggestions: [] };
  let taken = 0;
  let last: Entry | null = null;
  for (const entry of left) {
    const rendered = entry.render(detail);
    const size = sizeOf(rendered);
    // At least one entry is returned, so that every page makes progress.
    if (last !== null && taken + size > room) return { lists, nextCursor: `${last.kind}.${last.id}` };
    for (const name of listNames) lists[name].push(...(rendered[name] ?? []));
    taken += size;
    last = entry;
  }
  return { lists, nextCursor: null };
}
