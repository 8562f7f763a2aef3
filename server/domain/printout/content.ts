import { createHash } from 'node:crypto';
import type { Mark, Reply } from '../../contract/mark.ts';
import type { Finding, Review, Screenshot, Suggestion } from '../../contract/review.ts';
import { linesOf } from '../../contract/strokes.ts';
import { isOutstanding } from '../mark/rules.ts';
import type { MarkShape } from '../port-types.ts';
import type {
  PrintedFinding,
  PrintedMark,
  PrintedPass,
  PrintedReply,
  PrintedReview,
  PrintedScreenshot,
  PrintedSuggestion,
} from '../printed-review.ts';
import { boxInPixels } from '../work-packet/rules.ts';

/** Links of reviews, guests, images and uploads, and bearer tokens: what a printed copy must not hand on. */
const SECRETS: readonly [RegExp, string][] = [
  [/\/([rgpu])\/[0-9A-Za-z]{20,}/g, '/$1/…'],
  [/\b(sl[tar]_)[0-9A-Za-z]{20,}/g, '$1…'],
  [/#vouch=[^\s"'<>]+/g, '#vouch=…'],
];

/** Returns a text in which people wrote without the secrets of this service that may be in it. */
export const withoutSecrets = (text: string): string =>
  SECRETS.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);

function withoutSecretsIn<Value>(value: Value): Value;
function withoutSecretsIn(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (Array.isArray(value)) return value.map((each) => withoutSecretsIn(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutSecretsIn(each)]));
}

/** Returns a page's address without password, query and fragment, any of which may be a secret. */
function toPage(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, protocol, pathname, search } = new URL(address);
  return `${origin === 'null' ? protocol : origin}${pathname}${search === '' ? '' : '?…'}`;
}

const kindOf = ({ status, must_fix }: Pick<Mark, 'status' | 'must_fix'>): MarkShape['kind'] =>
  !isOutstanding(status) ? 'settled' : must_fix ? 'must_fix' : 'open';

/** Returns the marks that are drawn on a screenshot: all that lie on it and were not withdrawn. */
export function marksOn(marks: readonly Mark[], shot: Pick<Screenshot, 'index' | 'width' | 'height'>): MarkShape[] {
  return marks.flatMap((mark) => {
    const { id, screenshot_index: index, status, x, y, width, height } = mark;
    if (index !== shot.index || status === 'withdrawn' || x === null || y === null) return [];
    const place = { x, y, width, height };
    const lines = linesOf(mark.strokes, place, shot);
    return [{ number: id, box: boxInPixels(place, shot), lines, kind: kindOf(mark) }];
  });
}

function toElement({ element }: Mark): Pick<PrintedMark, 'element' | 'selector'> {
  if (element === null) return { element: null, selector: null };
  const name = (element.accessible_name ?? element.text).replace(/\s+/g, ' ').trim().slice(0, 200);
  const kind = element.role ?? element.tag;
  return {
    element: [kind, name === '' ? '' : `“${name}”`].filter((part) => part !== '').join(' ') || null,
    selector: element.selectors[0]?.selector ?? null,
  };
}

const toReply = ({ by, author, body, question, created_at: at }: Reply): PrintedReply => ({
  ...{ by, author, body, question, at },
});

const labelOf = (shots: readonly Screenshot[], at: number | null): string | null =>
  shots.find(({ index }) => index === at)?.label ?? null;

/** Returns what tells a reference image from others. Its address is a secret. */
const imageId = (address: string): string => createHash('sha256').update(address).digest('hex').slice(0, 16);

function toMark(mark: Mark, shots: readonly Screenshot[]): PrintedMark {
  return {
    number: mark.id,
    body: mark.body,
    mustFix: mark.must_fix,
    status: mark.status,
    kind: kindOf(mark),
    author: mark.author,
    pass: mark.pass,
    createdAt: mark.created_at,
    screenshot: labelOf(shots, mark.screenshot_index),
    position: mark.position,
    ...toElement(mark),
    note: mark.note,
    reopenReason: mark.reopen_reason,
    referenceImage: mark.reference_image_url === null ? null : imageId(mark.reference_image_url),
    replies: mark.replies.map(toReply),
  };
}

const toFinding = (finding: Finding, shots: readonly Screenshot[]): PrintedFinding => {
  const { body, severity, source, status, found_by: foundBy, mark_id: mark } = finding;
  return { ...{ body, severity, source, status, foundBy, mark }, screenshot: labelOf(shots, finding.screenshot_index) };
};

const toSuggestion = (suggestion: Suggestion, shots: readonly Screenshot[]): PrintedSuggestion => {
  const { body, author, status, mark_id: mark, replies } = suggestion;
  const screenshot = labelOf(shots, suggestion.screenshot_index);
  // The mark that it became has them.
  const own = mark === null ? replies.map(toReply) : [];
  return { ...{ body, author, status, mark, screenshot }, replies: own };
};

function toScreenshot(shot: Screenshot, marks: readonly Mark[]): PrintedScreenshot {
  const { index, label, width, height, viewport, page_url, page_number, sha256, notices, change } = shot;
  return {
    ...{ index, label, width, height, sha256, notices },
    scale: viewport?.scale ?? 1,
    viewport: viewport === null ? null : `${viewport.width} × ${viewport.height}`,
    page: page_url === null ? null : toPage(page_url),
    pageNumber: page_number,
    change: change === null ? null : { kind: change.kind, share: change.share },
    marks: marksOn(marks, shot),
  };
}

/** Returns what a printed copy of a review says and shows. */
export function toPrintedReview(review: Review, passes: readonly PrintedPass[], service: string): PrintedReview {
  const { id, title, context, status, reference, revision, pass, screenshots, marks, problems } = review;
  const { findings, suggestions } = review;
  return withoutSecretsIn({
    ...{ id, title, context, status, reference, revision, pass, service },
    passes: [...passes],
    marks: marks.map((mark) => toMark(mark, screenshots)).toSorted((a, b) => a.number - b.number),
    findings: findings.map((finding) => toFinding(finding, screenshots)),
    suggestions: suggestions.map((suggestion) => toSuggestion(suggestion, screenshots)),
    screenshots: screenshots.map((shot) => toScreenshot(shot, marks)),
    problems: problems.map(({ label, message }) => `${label}: ${message}`),
  });
}
