import type { Notice, NoticeCode } from '../contract/notice.ts';

export type { Notice, NoticeCode };

export type Subject = 'page' | 'email';

/** Writes a length, such as `2,000 px`. */
export const px = (length: number): string => `${Math.round(length).toLocaleString('en-US')} px`;

/** Collects notices, each sentence once. */
export class Notices {
  readonly #byMessage = new Map<string, Notice>();

  add(code: NoticeCode, message: string): void {
    if (!this.#byMessage.has(message)) this.#byMessage.set(message, { code, message });
  }

  addAll(notices: readonly Notice[]): void {
    for (const { code, message } of notices) this.add(code, message);
  }

  /** Returns that nothing is shown first, then failed resources, then the rest in the order in which it was added. */
  list(): Notice[] {
    const weight = ({ code }: Notice) => (code === 'blank' ? 2 : Number(code.startsWith('failed_')));
    return [...this.#byMessage.values()].sort((a, b) => weight(b) - weight(a));
  }
}
