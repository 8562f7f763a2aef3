import { expect, test } from 'vitest';
import { createSecrets, fingerprint } from '../../../server/adapters/secrets/index.ts';

const secrets = createSecrets('the first key of this test');

test('an encrypted value decrypts only with its own associated data', () => {
  const encrypted = secrets.encrypt('a link token', 'review.review:1');
  expect(secrets.decrypt(encrypted, 'review.review:1').toString()).toBe('a link token');
  expect(() => secrets.decrypt(encrypted, 'review.review:2')).toThrow();
  expect(() => secrets.decrypt(encrypted, 'review.guest:1')).toThrow();
});

test('the same text encrypts differently each time, and never to itself', () => {
  const one = secrets.encrypt('a link token', 'p');
  expect(secrets.encrypt('a link token', 'p').equals(one)).toBe(false);
  expect(one.toString('latin1')).not.toContain('link');
});

test('a ciphertext with any changed byte is refused', () => {
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

test('empty and binary values survive encryption and decryption', () => {
  expect(secrets.decrypt(secrets.encrypt('', 'p'), 'p')).toEqual(Buffer.alloc(0));
  const bytes = Buffer.from([0, 255, 128, 10]);
  expect(secrets.decrypt(secrets.encrypt(bytes, 'p'), 'p')).toEqual(bytes);
});

test('after a rotation the new key encrypts and both keys decrypt', () => {
  const old = secrets.encrypt('x', 'p');
  const rotated = createSecrets('the second key of this test, the first key of this test');
  expect(rotated.decrypt(old, 'p').toString()).toBe('x');
  expect(() => secrets.decrypt(rotated.encrypt('x', 'p'), 'p')).toThrow('SECRET_KEY');
});

test('a hash finds a token and does not depend on the key', () => {
  expect(secrets.hash('t')).toEqual(createSecrets('another key of this test').hash('t'));
  expect(secrets.hash('t').equals(secrets.hash('u'))).toBe(false);
});

test('fingerprints identify the keys in their order without revealing them', () => {
  const [one, two] = fingerprint('aaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbb');
  expect(fingerprint('bbbbbbbbbbbbbbbb')).toEqual([two]);
  expect(one).toMatch(/^[0-9a-f]{8}$/);
});
