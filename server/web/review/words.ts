import type { NoticeCode } from '../../contract/notice.ts';
import { strings } from '../strings.ts';
import type { Mark, Screenshot } from './types.ts';

const one = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What a mark sits on: `button “Pay now”`; of a PDF the page and the words that lie there. null when nothing is known. */
export function sitsOn(mark: Pick<Mark, 'element'>, shot: Pick<Screenshot, 'page_number'> | undefined): string | null {
  const { element } = mark;
  const page = shot?.page_number ?? null;
  if (element === null) return null;
  const text = one(element.text);
  if (page !== null) return strings.element.page(page, text);
  const kind = element.role === null || element.role === 'generic' ? element.tag : element.role;
  return strings.element.named(kind, one(element.accessible_name ?? '') || text);
}

/** Of notices that say that there is more than the screenshot shows. */
const cutCodes: ReadonlySet<string> = new Set<NoticeCode>(['cut_below', 'cut_right']);

type Noted = Pick<Screenshot, 'label' | 'notices' | 'notice_codes'>;

/** Speaks of the document that was sent: said once for the review, not on one of its pages. */
const ofReview: NoticeCode = 'pages_not_shown';

const noticesBy = ({ notices, notice_codes }: Omit<Noted, 'label'>, wanted: (code: string) => boolean): string[] =>
  notices.filter((_, at) => wanted(notice_codes[at] ?? ''));

/** The notices about a screenshot itself. */
export const ownNotices = (shot: Omit<Noted, 'label'>): string[] => noticesBy(shot, (code) => code !== ofReview);

/** What the page needed and did not get. */
export const failedNotices = (shot: Omit<Noted, 'label'>): string[] =>
  noticesBy(shot, (code) => code.startsWith('failed_'));

/** The notices about the review as a whole. */
export const reviewNotices = (shots: readonly Omit<Noted, 'label'>[]): string[] =>
  shots.flatMap((shot) => noticesBy(shot, (code) => code === ofReview));

/** What is not to be seen on shots that end early, and what has no screenshot, in words, a line each. */
export const cutNotices = (shots: readonly Noted[]): string[] => [
  ...shots.flatMap((shot) =>
    noticesBy(shot, (code) => cutCodes.has(code)).map((notice) => strings.notices.of(shot.label, notice)),
  ),
  ...reviewNotices(shots),
];

/** What became of the picture the fixer showed. Only `kept` is looked at from here; another's address is only told. */
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
