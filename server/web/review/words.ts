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

/** Whether a notice says that there is more than the picture shows. */
export const saysCut = (notice: string): boolean => /\bends at\b|\bcut\b|\blast one shown\b/i.test(notice);

/** What is not to be seen on shots that end early, in words, a line each. */
export const cutNotices = (shots: readonly Pick<Screenshot, 'label' | 'notices'>[]): string[] =>
  shots.flatMap(({ label, notices }) => notices.filter(saysCut).map((notice) => strings.notices.of(label, notice)));

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
