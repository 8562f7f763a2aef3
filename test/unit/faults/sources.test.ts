import { expect, test } from 'vitest';
import { differs } from '../../../server/adapters/images/pixels.ts';
import { coloursOf } from '../../faults/support/sources.ts';

// Under load, every second pass must be found changed.

test('coloursOf returns two colours that the comparison of images tells apart, whatever the key', () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => `key ${at}`);
  const toNumber = (colour: string): number => Number.parseInt(colour.slice(1), 16);
  const alike = keys.map(coloursOf).filter(({ first, second }) => !differs(toNumber(first), toNumber(second)));
  expect(alike).toEqual([]);
});
