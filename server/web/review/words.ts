import type { NoticeCode } from '../../contract/notice.ts';
import type { Mark, Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';

const one = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Characters of a label that fit on two lines of the filmstrip, and on one. */
const TWO_LINES = 18;
const LINE = 10;

const foldersOf = (path: string): string[] => path.split('/').filter(Boolean);

/**
 * Returns how to shorten each of some labels' starts: a path of more than two lines to the last folder or file that no
 * other one has. "/shop/dist/index.html" beside "/blog/dist/index.html" is "/shop/…".
 */
export function shortPaths(paths: readonly string[]): (path: string) => string {
  const [known, shared] = [new Set<string>(), new Set<string>()];
  for (const name of [...new Set(paths)].flatMap(foldersOf)) (known.has(name) ? shared : known).add(name);
  return (path) => {
    const own = foldersOf(path);
    const at = own.findLastIndex((name) => !shared.has(name));
    if (path.length <= TWO_LINES || !path.startsWith('/') || at < 0) return path;
    return `${at > 0 ? '…' : ''}/${own[at]}${at < own.length - 1 ? '/…' : ''}`;
  };
}

/**
 * Returns the start of a label, which may be cut off, and its end, which distinguishes "/pricing/ · desktop" from
 * "/pricing/ · mobile". A long label without " · " ends with its last word, part of a path, or characters.
 */
export function splitLabel(label: string): [start: string, end: string] {
  const view = label.lastIndexOf(' · ');
  if (view > 0) return [label.slice(0, view), label.slice(view)];
  if (label.length <= TWO_LINES) return [label, ''];
  const tail = label.length - LINE;
  const word = label.slice(tail).search(/[ /_-][^ /_-]/);
  const at = tail + Math.max(0, word);
  return [label.slice(0, at), label.slice(at)];
}

/** Names what a mark is on: `button “Pay now”`; on a PDF the page and its text. null when unknown. */
export function sitsOn(mark: Pick<Mark, 'element'>, shot: Pick<Screenshot, 'page_number'> | undefined): string | null {
  const { element } = mark;
  const page = shot?.page_number ?? null;
  if (element === null) return null;
  const text = one(element.text);
  if (page !== null) return strings.element.page(page, text);
  const kind = element.role === null || element.role === 'generic' ? element.tag : element.role;
  return strings.element.named(kind, one(element.accessible_name ?? '') || text);
}

/** Notices of content beyond the screenshot. */
const cutCodes: ReadonlySet<string> = new Set<NoticeCode>(['cut_below', 'cut_right']);

type Noted = Pick<Screenshot, 'label' | 'notices' | 'notice_codes'>;

/** A notice about the whole document, shown once for the review. */
const ofReview: NoticeCode = 'pages_not_shown';

const noticesBy = ({ notices, notice_codes }: Omit<Noted, 'label'>, wanted: (code: string) => boolean): string[] =>
  notices.filter((_, at) => wanted(notice_codes[at] ?? ''));

export const ownNotices = (shot: Omit<Noted, 'label'>): string[] => noticesBy(shot, (code) => code !== ofReview);

export const failedNotices = (shot: Omit<Noted, 'label'>): string[] =>
  noticesBy(shot, (code) => /^(failed_|blank)/.test(code));

export const reviewNotices = (shots: readonly Omit<Noted, 'label'>[]): string[] =>
  shots.flatMap((shot) => noticesBy(shot, (code) => code === ofReview));

/** Describes what the screenshots do not show, a line each. */
export const cutNotices = (shots: readonly Noted[]): string[] => [
  ...shots.flatMap((shot) =>
    noticesBy(shot, (code) => cutCodes.has(code)).map((notice) => strings.notices.of(shot.label, notice)),
  ),
  ...reviewNotices(shots),
];

/** The state of the image of a fix. Only a `kept` one is shown; another's address is only linked. */
export type AfterImage =
  | { kind: 'none' }
  | { kind: 'coming' }
  | { kind: 'kept'; url: string }
  | { kind: 'missing'; problem: string; address: string | null };

export function afterImageOf(mark: Pick<Mark, 'after_image' | 'after_image_url' | 'after_image_problem'>): AfterImage {
  if (mark.after_image_url !== null) return { kind: 'kept', url: mark.after_image_url };
  if (mark.after_image_problem !== null) {
    const address = mark.after_image;
    const safe = address !== null && /^https:\/\//i.test(address);
    return { kind: 'missing', problem: mark.after_image_problem, address: safe ? address : null };
  }
  return mark.after_image === null ? { kind: 'none' } : { kind: 'coming' };
}
