import { randomBase62 } from '../ids.ts';
import type { Ports } from '../ports.ts';
import { reviewAssociatedData } from './view.ts';

/** Makes the two links of a pass: their columns, and the token of the reviewer's. */
export function newLinks({ secrets }: Pick<Ports, 'secrets'>, id: string) {
  const encrypt = (text: string, which: 'review' | 'guest') =>
    new Uint8Array(secrets.encrypt(text, reviewAssociatedData(id, which)));
  const hash = (text: string) => new Uint8Array(secrets.hash(text));
  const tokens = { review: randomBase62(43), guest: randomBase62(43) };
  return {
    token: tokens.review,
    columns: {
      reviewToken: encrypt(tokens.review, 'review'),
      reviewTokenHash: hash(tokens.review),
      guestToken: encrypt(tokens.guest, 'guest'),
      guestTokenHash: hash(tokens.guest),
    },
  };
}
