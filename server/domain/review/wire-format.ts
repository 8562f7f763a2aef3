import type { Mark } from '../../contract/mark.ts';
import { type Finding, type Screenshot, Severity } from '../../contract/review.ts';
import { Viewport } from '../../contract/source.ts';
import type { Ports } from '../ports.ts';
import type { Progress } from '../shot/store.ts';
import type { ShownMark, ShownRequest, ShownShot, Whole } from './statements.ts';

/** Rows as they are shown on the wire, one function a noun. */

export const iso = (date: string): string => new Date(date).toISOString();

const pictureUrl = (ports: Ports, capability: string, variant: string): string =>
  `${ports.settings.baseUrl}/p/${capability}/${variant}`;

export function toScreenshot(ports: Ports, row: ShownShot): Screenshot {
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
    sha256: row.sha256,
    change:
      kind === 'new' || kind === 'identical' || kind === 'changed'
        ? {
            kind,
            share: row.changeShare,
            diff_url: row.diffKey === null ? null : pictureUrl(ports, row.capability, 'difference'),
          }
        : null,
  };
}

export function toMark(row: ShownMark, positions: Map<string, number>): Mark {
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
    reopen_reason: row.reopenReason,
    pass: row.pass,
    element: null,
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
  waiting: requests.filter((each) => each.status === 'waiting').length,
  problems: requests
    .filter((each) => each.status === 'given_up')
    .map(({ label, problem }) => ({ label, message: problem ?? 'It could not be made.' })),
});
