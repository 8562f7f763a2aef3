import { describe, expect, test } from 'vitest';
import { createSecretBox } from '../../../app/store/secret-box.ts';

describe('the secret box', () => {
  const box = createSecretBox(['the first key of all']);

  test('gives back what it holds to its owner only', () => {
    const sealed = box.seal('a secret', '1:a');
    expect(sealed).not.toContain('a secret');
    expect(box.open(sealed, '1:a')).toBe('a secret');
    expect(() => box.open(sealed, '1:b')).toThrow();
    expect(box.seal('a secret', '1:a')).not.toBe(sealed);
    const [id, nonce, tag = '', secret] = sealed.split('.');
    const cut = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url');
    expect(() => box.open([id, nonce, cut, secret].join('.'), '1:a')).toThrow();
  });

  test('opens old boxes after a rotation, and none without their key', () => {
    const sealed = box.seal('a secret', '1:a');
    expect(createSecretBox(['a new key entirely', 'the first key of all']).open(sealed, '1:a')).toBe('a secret');
    expect(() => createSecretBox(['a new key entirely']).open(sealed, '1:a')).toThrow('No key in SECRET_KEY fits');
  });

  test('notices a changed box', () => {
    const [key, nonce, tag, sealed = ''] = box.seal('a secret', '1:a').split('.');
    const changed = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`;
    expect(() => box.open([key, nonce, tag, changed].join('.'), '1:a')).toThrow();
  });
});
