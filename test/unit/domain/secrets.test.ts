import { expect, test } from 'vitest';
import { createSecrets, fingerprint } from '../../../server/adapters/secrets/index.ts';

const secrets = createSecrets('the first key of this test');

test('what was sealed opens at its own place only', () => {
  const encrypted = secrets.encrypt('a link token', 'review.review:1');
  expect(secrets.decrypt(encrypted, 'review.review:1').toString()).toBe('a link token');
  expect(() => secrets.decrypt(encrypted, 'review.review:2')).toThrow();
  expect(() => secrets.decrypt(encrypted, 'review.guest:1')).toThrow();
});

test('the same words look different each time, and never like themselves', () => {
  const one = secrets.encrypt('a link token', 'p');
  expect(secrets.encrypt('a link token', 'p').equals(one)).toBe(false);
  expect(one.toString('latin1')).not.toContain('link');
});

test('no changed byte is accepted', () => {
  const encrypted = secrets.encrypt('x', 'p');
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => secrets.decrypt(changed, 'p')).toThrow();
  }
  for (let length = 0; length < encrypted.length; length += 1) {
    expect(() => secrets.decrypt(encrypted.subarray(0, length), 'p')).toThrow();
  }
});

test('empty and binary values come back as they were', () => {
  expect(secrets.decrypt(secrets.encrypt('', 'p'), 'p')).toEqual(Buffer.alloc(0));
  const bytes = Buffer.from([0, 255, 128, 10]);
  expect(secrets.decrypt(secrets.encrypt(bytes, 'p'), 'p')).toEqual(bytes);
});

test('after a rotation the new key seals and both open', () => {
  const old = secrets.encrypt('x', 'p');
  const rotated = createSecrets('the second key of this test, the first key of this test');
  expect(rotated.decrypt(old, 'p').toString()).toBe('x');
  expect(() => secrets.decrypt(rotated.encrypt('x', 'p'), 'p')).toThrow('SECRET_KEY');
});

test('a hash finds a token and does not depend on the key', () => {
  expect(secrets.hash('t')).toEqual(createSecrets('another key of this test').hash('t'));
  expect(secrets.hash('t').equals(secrets.hash('u'))).toBe(false);
});

test('fingerprints name the keys in their order without telling them', () => {
  const [one, two] = fingerprint('aaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbb');
  expect(fingerprint('bbbbbbbbbbbbbbbb')).toEqual([two]);
  expect(one).toMatch(/^[0-9a-f]{8}$/);
});
