import { describe, expect, test } from 'vitest';
import { emptyFields } from '../../../server/contract/mark-fields.ts';
import { createKept, letterOf, spaceOf, type Words } from '../../../server/web/guest/kept.ts';
import { carried, linkOf } from '../../../server/web/guest/newer-pass.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

const words: Words = { screenshotIndex: 0, place: { kind: 'point', x: 0.5, y: 0.5 }, body: 'Larger', author: null };

test('letters run from A to Z and continue with AA', () => {
  expect([0, 1, 25, 26, 27, 51, 52].map((ordinal) => letterOf({ ordinal }))).toEqual([
    'A',
    'B',
    'Z',
    'AA',
    'AB',
    'AZ',
    'BA',
  ]);
});

test('two links never share a storage key, and no key contains any part of its link', () => {
  const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const links = Array.from({ length: 20_000 }, () =>
    Array.from(crypto.getRandomValues(new Uint8Array(43)), (byte) => alphabet[byte % alphabet.length]).join(''),
  );
  const spaces = links.map(spaceOf);
  expect(new Set(spaces).size).toBe(links.length);
  const leaked = links.filter((link, at) =>
    Array.from({ length: link.length - 5 }, (_, start) => link.slice(start, start + 6)).some((part) =>
      spaces[at]?.includes(part),
    ),
  );
  expect(leaked).toEqual([]);
  console.log(`${links.length} links: as many spaces`);
});

describe('what the browser stores', () => {
  test('accepts additions from two tabs without overwriting either, and assigns each letter once', () => {
    const device = browserStorage();
    const [one, other] = [createMemory(() => device), createMemory(() => device)].map((memory) =>
      createKept(memory, 's'),
    );
    if (one === undefined || other === undefined) throw new Error('no tabs');
    one.put(one.make('a'.repeat(32), words));
    other.reload();
    other.put(other.make('b'.repeat(32), words));
    one.reload();
    expect(one.all.value.map(letterOf)).toEqual(['A', 'B']);
    one.drop('a'.repeat(32));
    expect(letterOf(one.make('c'.repeat(32), words))).toBe('C');
  });

  test('leaves out what cannot be read', () => {
    const device = browserStorage();
    device.setItem('sightline:s:own:x', '{"half');
    device.setItem('sightline:s:own:y', '{"secret":3}');
    expect(
      createKept(
        createMemory(() => device),
        's',
      ).all.value,
    ).toEqual([]);
  });
});

describe('a draft that continues in a newer pass', () => {
  const shot = (index: number, label: string, height: number) => ({
    index,
    label,
    width: 1000,
    height,
    viewport: null,
  });
  const draft = { key: 'k', markId: null, screenshotIndex: 1, ...emptyFields, body: 'Here' };
  const from = { pass: 1, shots: [shot(0, 'Desktop', 2000), shot(1, 'Mobile', 1000)] };

  test('keeps its distance from the corner on the screenshot with the same label', () => {
    const to = { link: 'x', shots: [shot(0, 'Mobile', 4000), shot(1, 'Desktop', 2000)] };
    const place = { kind: 'box', x: 0.1, y: 0.2, width: 0.3, height: 0.4 } as const;
    expect(carried({ ...draft, place }, { from, to })).toMatchObject({
      screenshotIndex: 0,
      place: { kind: 'box', x: 0.1, y: 0.05, width: 0.3, height: 0.1 },
      from: { pass: 1, label: 'Mobile', found: true },
    });
  });

  test('stays at its index where its label repeats', () => {
    const place = { kind: 'point', x: 0.5, y: 0.5 } as const;
    const shots = [shot(0, 'Page', 1000), shot(1, 'Page', 1000)];
    const way = { from: { pass: 1, shots }, to: { link: 'x', shots } };
    expect(carried({ ...draft, place }, way)).toMatchObject({ screenshotIndex: 1, from: { found: true } });
  });

  test('is on the first screenshot with a notice if its own is missing, and nowhere if there is none', () => {
    const place = { kind: 'point', x: 0.5, y: 0.5 } as const;
    const to = { link: 'x', shots: [shot(0, 'Desktop', 2000)] };
    expect(carried({ ...draft, place }, { from, to })).toMatchObject({ screenshotIndex: 0, from: { found: false } });
    expect(carried({ ...draft, place }, { from, to: { link: 'x', shots: [] } })).toBeNull();
  });
});

test('the secret of a link is the last part of its address', () => {
  expect(linkOf('https://sightline.example/g/abc123')).toBe('abc123');
  expect(linkOf('https://sightline.example/g/abc123?x=1')).toBe('abc123');
});
