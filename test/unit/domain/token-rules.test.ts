import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { base62, newId, randomBase62 } from '../../../server/domain/ids.ts';
import { isBearerForm, newBearer } from '../../../server/domain/token/rules.ts';

test('a new try token has its prefix, 43 random characters and 6 of checksum', () => {
  const token = newBearer('slt_');
  expect(token).toMatch(/^slt_[0-9A-Za-z]{49}$/);
  expect(isBearerForm(token)).toBe(true);
  expect(newBearer('slt_')).not.toBe(token);
});

test('any single wrong character is detected', () => {
  const token = newBearer('slt_');
  for (let at = 4; at < token.length; at += 1) {
    const other = token[at] === 'a' ? 'b' : 'a';
    expect(isBearerForm(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
  }
});

test('two swapped characters are detected', () => {
  const token = newBearer('slt_');
  for (let at = 4; at < token.length - 1; at += 1) {
    if (token[at] === token[at + 1]) continue;
    const swapped = `${token.slice(0, at)}${token[at + 1]}${token[at]}${token.slice(at + 2)}`;
    expect(isBearerForm(swapped)).toBe(false);
  }
});

test('the prefix is part of what the checksum covers', () => {
  const token = newBearer('slt_');
  expect(isBearerForm(token.replace('slt_', 'sla_'))).toBe(false);
});

test.each(['', 'slt_', 'Bearer x', 'slt_short', `slx_${'a'.repeat(49)}`, `slt_${'a'.repeat(49)}`, 'slt_é', '\u0000'])(
  '%j is no token',
  (text) => {
    expect(isBearerForm(text)).toBe(false);
  },
);

test('a token with other text around it is no token', () => {
  const token = newBearer('slt_');
  for (const text of [` ${token}`, `${token} `, `${token}\n`, `${token}0`]) expect(isBearerForm(text)).toBe(false);
});

test('the checksum is six base62 digits of the SHA-256, lowest first', () => {
  const token = newBearer('slt_');
  let value = BigInt(`0x${createHash('sha256').update(token.slice(0, -6)).digest('hex').slice(0, 12)}`);
  let check = '';
  for (let digit = 0; digit < 6; digit += 1) {
    check += base62[Number(value % 62n)];
    value /= 62n;
  }
  expect(token.slice(-6)).toBe(check);
});

test('random characters use the whole alphabet evenly', () => {
  const counts = new Map<string, number>();
  for (const letter of randomBase62(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // Seven standard deviations around 1000: a fair generator fails once in 10^10 runs, `byte % 62` always.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(225);
});

test('ids made by one process sort in the order they were made, also within a millisecond', () => {
  const now = new Date();
  const ids = Array.from({ length: 1000 }, () => newId(now));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
});
