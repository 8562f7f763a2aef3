import type { Mark } from '../../contract/mark.ts';
import { type ChangedArea, type Finding, type Screenshot, Severity } from '../../contract/review.ts';
import { Viewport } from '../../contract/source.ts';
import { regionOf } from '../mark/rules.ts';
import type { Ports } from '../ports.ts';
import { pixelRatioOf } from '../shot/change.ts';
import { tileHeight } from '../shot/files.ts';
import type { StoredArea } from '../shot/keep-shot.ts';
import type { Progress } from '../shot/store.ts';
import type { ShownMark, ShownRequest, ShownShot, Whole } from './statements.ts';

/** Rows as they are shown on the wire, one function a noun. */

export const iso = (date: string): string => new Date(date).toISOString();

const pictureUrl = (ports: Ports, capability: string, variant: string): string =>
  `${ports.settings.baseUrl}/p/${capability}/${variant}`;

/** Marks that are to be seen on a pass, with where they lie: those that a change could be about. */
export type Placed = Pick<ShownMark, 'number' | 'status' | 'shotId' | 'place'>;

function toAreas(row: ShownShot, marks: readonly Placed[]): ChangedArea[] {
  // What was stored is our own.
  const stored = (row.changeAreas ?? []) as unknown as StoredArea[];
  const regions = marks
    .filter(({ shotId, status }) => shotId === row.id && status !== 'withdrawn')
    .map(({ number, place }) => ({ number, ...regionOf(place, { ...row, pixelRatio: pixelRatioOf(row) }) }));
  return stored.map((area) => ({
    ...area,
    marks: regions
      .filter(
        ({ x, y, width, height }) =>
          x <= area.x + area.width && area.x <= x + width && y <= area.y + area.height && area.y <= y + height,
      )
      .map(({ number }) => number),
  }));
}

export function toScreenshot(ports: Ports, row: ShownShot, marks: readonly Placed[] = []): Screenshot {
  const kind = row.changeKind;
  return {
    index: row.position,
    label: row.label,
    url: pictureUrl(ports, row.capability, 'shot'),
    thumbnail_url: pictureUrl(ports, row.capability, 'thumbnail'),
    width: row.width,
    height: row.height,
    viewport: row.viewport === null ? null : Viewport.parse(row.viewport),
    page_url: row.pageUrl,
    page_number: row.pageNumber,
    tile_height: tileHeight(row),
    elements_url: row.elementsKey === null ? null : pictureUrl(ports, row.capability, 'elements'),
    notices: row.notices,
    sha256: row.sha256,
    change:
      kind === 'new' || kind === 'identical' || kind === 'changed'
        ? {
            kind,
            share: row.changeShare,
            diff_url: row.diffKey === null ? null : pictureUrl(ports, row.capability, 'difference'),
            areas: toAreas(row, marks),
          }
        : null,
  };
}

export function toMark(ports: Ports, row: ShownMark, positions: Map<string, number>): Mark {
  const index = row.shotId === null ? undefined : positions.get(row.shotId);
  const here = index !== undefined;
  return {
    id: row.number,
    screenshot_index: index ?? null,
    kind: row.kind,
    x: here ? row.place.x : null,
    y: here ? row.place.y : null,
    width: here ? row.place.width : null,
    height: here ? row.place.height : null,
    body: row.body,
    must_fix: row.mustFix,
    status: row.status,
    author: row.author,
    note: row.note,
    after_image: row.afterImage,
    after_image_url:
      row.afterImageCapability === null ? null : pictureUrl(ports, row.afterImageCapability, 'after-image'),
    after_image_problem: row.afterImageProblem,
    reopen_reason: row.reopenReason,
    pass: row.pass,
    element: here ? row.element : null,
    change:
      here && row.changeShare !== null
        ? { kind: row.changeShare > 0 ? 'changed' : 'identical', share: row.changeShare }
        : null,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  };
}

export function toFinding(row: Whole['findings'][number]): Finding {
  return {
    id: row.number,
    body: row.body,
    severity: row.severity === null ? null : Severity.parse(row.severity),
    screenshot_index: row.position,
    area: row.area === null ? null : (row.area as Finding['area']),
    related_pin: row.relatedPin,
    source: row.source === 'second_opinion' ? 'second_opinion' : 'client',
    rule: row.rule,
  };
}

export const toProgress = (requests: readonly ShownRequest[]): Progress => ({
  waiting: requests.filter((each) => each.status === 'waiting').reduce((sum, each) => sum + each.shots, 0),
  problems: requests
    .filter((each) => each.status === 'given_up')
    .map(({ label, problem }) => ({ label, message: problem ?? 'It could not be made.' })),
});
