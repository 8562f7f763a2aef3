import type { Element } from '../../contract/element.ts';
import type { Mark, Reply } from '../../contract/mark.ts';
import { PageState } from '../../contract/page-state.ts';
import type { ChangedArea, Decision, Finding, Review, Screenshot, Suggestion } from '../../contract/review.ts';
import { Viewport } from '../../contract/source.ts';
import { measure } from '../mark/criteria.ts';
import { toFields } from '../mark/fields.ts';
import { regionOf } from '../mark/rules.ts';
import type { SameElement } from '../mark/store.ts';
import type { MarkedElement } from '../port-types.ts';
import type { Ports } from '../ports.ts';
import { pixelRatioOf, readAreas } from '../shot/change.ts';
import { elementsPart, tileHeight } from '../shot/files.ts';
import type { ShownFinding, ShownMark, ShownReply, ShownShot, ShownSuggestion } from './shown-rows.ts';
import type { DecisionRow } from './store.ts';

/** The functions below convert rows to the wire format, one for each entity. */

export const iso = (date: string | Date): string => new Date(date).toISOString();

export const imageUrl = (ports: Ports, capability: string, variant: string): string =>
  `${ports.settings.baseUrl}/p/${capability}/${variant}`;

export const toDecision = (row: Omit<DecisionRow, 'decidedAt'>): Decision => ({
  number: row.number,
  outcome: row.outcome,
  note: row.note,
  decided_by: row.decidedBy,
  verified_login: row.verifiedLogin,
  via: row.verifiedLogin !== null ? 'sign_in' : row.link === 'page' ? 'page' : 'link',
});

/** The marks of a pass and where they lie: those that a change could be about. */
export type Placed = Pick<
  ShownMark,
  'number' | 'status' | 'shotId' | 'place' | 'sameElement' | 'changeShare' | 'elementChanged'
>;

/** Returns how what is marked differs from the previous pass; null where that is not known. */
const changeOfMark = ({ changeShare, elementChanged }: Placed): Mark['change'] =>
  changeShare === null
    ? null
    : { kind: changeShare > 0 || elementChanged ? 'changed' : 'identical', share: changeShare };

/**
 * Returns the parts of a screenshot that a change about a mark can touch, in fractions: where the mark lies, unless
 * nothing changed there, and where its element is too.
 */
function regionsOn(row: AreasOf, mark: Placed) {
  const { shotId, place, sameElement } = mark;
  const isHere = shotId === row.id && changeOfMark(mark)?.kind !== 'identical';
  const own = isHere ? [regionOf(place, { ...row, pixelRatio: pixelRatioOf(row) })] : [];
  const others = (sameElement ?? []).filter((each) => each.shotId === row.id);
  return [
    ...own,
    ...others.map(({ box }) => ({
      x: box.x / row.width,
      y: box.y / row.height,
      width: box.width / row.width,
      height: box.height / row.height,
    })),
  ];
}

type AreasOf = Pick<ShownShot, 'id' | 'width' | 'height' | 'viewport' | 'changeAreas'>;

export function toAreas(row: AreasOf, marks: readonly Placed[]): ChangedArea[] {
  const placed = marks
    .filter(({ status }) => status !== 'withdrawn')
    .map((mark) => ({ number: mark.number, regions: regionsOn(row, mark) }));
  return readAreas(row.changeAreas).map((area) => ({
    ...area,
    marks: placed
      .filter(({ regions }) =>
        regions.some(
          ({ x, y, width, height }) =>
            x <= area.x + area.width && area.x <= x + width && y <= area.y + area.height && area.y <= y + height,
        ),
      )
      .map(({ number }) => number),
  }));
}

export function toScreenshot(
  ports: Ports,
  row: ShownShot,
  marks: readonly Placed[] = [],
  baseChange: Screenshot['base_change'] = null,
): Screenshot {
  const kind = row.changeKind;
  return {
    index: row.position,
    label: row.label,
    url: imageUrl(ports, row.capability, 'shot'),
    thumbnail_url: imageUrl(ports, row.capability, 'thumbnail'),
    width: row.width,
    height: row.height,
    viewport: row.viewport === null ? null : Viewport.parse(row.viewport),
    state: row.pageState === null ? null : PageState.parse(row.pageState),
    page_url: row.pageUrl,
    page_number: row.pageNumber,
    tile_height: tileHeight(row),
    elements_url:
      row.elementsKey === null ? null : imageUrl(ports, row.capability, elementsPart(ports, row.elementsKey)),
    notices: row.notices,
    notice_codes: row.notices.map((_, at) => row.noticeCodes[at] ?? 'other'),
    sha256: row.sha256,
    change:
      kind !== null
        ? {
            before_label: kind === 'new' ? null : (row.labelBefore ?? row.label),
            kind,
            share: row.changeShare,
            diff_url: row.diffKey === null ? null : imageUrl(ports, row.capability, 'difference'),
            areas: toAreas(row, marks),
          }
        : null,
    base_change: baseChange,
  };
}

/** The screenshots of the pass, by their ids */
type Shots = ReadonlyMap<string, Pick<ShownShot, 'position' | 'width' | 'height'>>;

/** Converts pixels of each screenshot to shares of it. */
function toElsewhere(found: readonly SameElement[], shots: Shots): Mark['same_element_in'] {
  const share = (pixels: number, all: number): number => Math.min(1, Math.max(0, pixels / all));
  return found.flatMap(({ shotId, box }) => {
    const shot = shots.get(shotId);
    if (shot === undefined) return [];
    const [x, y] = [share(box.x, shot.width), share(box.y, shot.height)];
    const width = share(box.x + box.width, shot.width) - x;
    const height = share(box.y + box.height, shot.height) - y;
    return [{ screenshot_index: shot.position, x, y, width, height }];
  });
}

type AnyReply = Omit<ShownReply, 'createdAt' | 'markNumber'> & { createdAt: string | Date };

const toReply = ({ id, by, author, body, isQuestion, pass, createdAt }: AnyReply): Reply => ({
  ...{ id, by, author, body, question: isQuestion, pass, created_at: iso(createdAt) },
});

type MarkRow = Omit<ShownMark, 'createdAt' | 'updatedAt' | 'shotBefore' | 'elementBefore'> &
  Partial<Pick<ShownMark, 'elementBefore'>> &
  Record<'createdAt' | 'updatedAt', string | Date>;

/** Returns the element as marks show it; only work packets say where it comes from. */
function withoutSources({ sources: _, ...element }: MarkedElement): Element {
  return element;
}

export function toMark(
  ports: Ports,
  row: MarkRow,
  shots: ReadonlyMap<string, Pick<ShownShot, 'position' | 'width' | 'height' | 'changeKind'>>,
  replies: readonly ShownReply[],
): Mark {
  const shot = row.shotId === null ? undefined : shots.get(row.shotId);
  const index = shot?.position;
  const here = index !== undefined;
  return {
    id: row.number,
    screenshot_index: index ?? null,
    kind: row.kind,
    x: here ? row.place.x : null,
    y: here ? row.place.y : null,
    width: here ? row.place.width : null,
    height: here ? row.place.height : null,
    position: row.position,
    ...toFields(ports.settings.baseUrl, row),
    status: row.status,
    author: row.author,
    note: row.note,
    after_image: row.afterImage,
    after_image_url:
      row.afterImageCapability === null ? null : imageUrl(ports, row.afterImageCapability, 'after-image'),
    after_image_problem: row.afterImageProblem,
    reopen_reason: row.reopenReason,
    replies: replies.filter(({ markNumber }) => markNumber === row.number).map(toReply),
    source: row.source,
    pass: row.pass,
    element: here && row.element !== null ? withoutSources(row.element) : null,
    same_element_in: here ? toElsewhere(row.sameElement ?? [], shots) : [],
    // Until its screenshot is compared with the previous pass, a share is of an earlier comparison.
    change: here && shot?.changeKind != null ? changeOfMark(row) : null,
    // An element that is no longer there is kept as it was.
    criteria: here ? measure(row.elementBefore ?? null, row.position === 'exact' ? row.element : null) : [],
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  };
}

/** Returns how far the last second opinion is, over all screenshots that it looked at; null when none was requested. */
export function toOpinion(shots: readonly Pick<ShownShot, 'opinion' | 'opinionProblem'>[]): Review['second_opinion'] {
  const asked = shots.filter(({ opinion }) => opinion !== null);
  if (asked.length === 0) return null;
  const count = (state: string): number => asked.filter(({ opinion }) => opinion === state).length;
  const problems = new Set(asked.flatMap(({ opinionProblem }) => opinionProblem ?? []));
  return { waiting: count('waiting'), done: count('done'), failed: count('failed'), problems: [...problems] };
}

/** Converts a finding. One whose mark was withdrawn counts as a finding again. */
export function toFinding(row: ShownFinding, marks: readonly Pick<ShownMark, 'number' | 'status'>[]): Finding {
  const mark = marks.find(({ number, status }) => number === row.markNumber && status !== 'withdrawn');
  const accepted = row.status === 'accepted' && mark !== undefined;
  return {
    id: row.number,
    body: row.body,
    severity: row.severity,
    screenshot_index: row.position,
    area: row.area === null ? null : (row.area as Finding['area']),
    related_pin: row.relatedPin,
    source: row.source,
    rule: row.rule,
    found_by: row.foundBy,
    status: row.status === 'accepted' && !accepted ? 'shown' : row.status,
    mark_id: accepted ? mark.number : null,
  };
}

/** Converts a suggestion. With the marks of its pass, one whose mark is not among them is still pending. */
export function toSuggestion(
  row: ShownSuggestion,
  shots: Shots,
  replies: readonly AnyReply[],
  marks?: readonly Pick<ShownMark, 'number'>[],
): Suggestion {
  const { number, shotId, kind, place, body, author, position } = row;
  const isUnsent = row.status === 'accepted' && marks?.some((mark) => mark.number === row.markNumber) === false;
  const { status, markNumber } = isUnsent ? { status: 'pending' as const, markNumber: null } : row;
  return {
    id: number,
    // All screenshots of a review are deleted together, long after it ended. From then on the index refers to nothing,
    // as in findings.
    screenshot_index: shots.get(shotId)?.position ?? 0,
    kind,
    x: place.x,
    y: place.y,
    width: place.width,
    height: place.height,
    body,
    author,
    position,
    status,
    mark_id: markNumber,
    replies: replies.filter(({ suggestionNumber }) => suggestionNumber === number).map(toReply),
  };
}
