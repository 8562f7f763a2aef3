import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const STATE_SECONDS = 3600;

/** Compares in constant time. */
export const same = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Derives the values that the page of the App's creation hands out from SECRET_KEY and the `nonce` of its row. */
export function createStates(secretKey: string, now: () => Date) {
  const [firstKey = ''] = secretKey.split(',');
  const key = Buffer.from(hkdfSync('sha256', firstKey.trim(), 'sightline', 'github app setup', 32));
  const mac = (nonce: string, use: string): string =>
    createHmac('sha256', key).update(`${nonce}\0${use}`).digest('base64url');
  return {
    mac,
    newState(nonce: string): string {
      const text = `${Math.floor(now().getTime() / 1000) + STATE_SECONDS}.${randomBytes(12).toString('base64url')}`;
      return `${text}.${mac(nonce, `state ${text}`)}`;
    },
    readState(nonce: string, state: string): { id: string; expiresAt: number } | 'wrong_state' | 'expired' {
      const [expiry = '', id = '', sign = '', ...more] = state.split('.');
      if (more.length > 0 || !same(sign, mac(nonce, `state ${expiry}.${id}`))) return 'wrong_state';
      const expiresAt = Number(expiry);
      return expiresAt * 1000 > now().getTime() ? { id, expiresAt } : 'expired';
    },
  };
}
