import { expect, test } from 'vitest';
import type { Ports } from '../../../server/domain/ports.ts';
import { makeImages } from '../../../server/domain/shot/make-images.ts';
import type { ShotRequestRow } from '../../../server/domain/shot/store.ts';

test('a PDF whose last pages are neither drawn nor shown says so on the page before', async () => {
  const drawn = (number: number) => ({ number, bytes: Buffer.alloc(0), elements: null, facts: null, lackedFonts: [] });
  const shown = [drawn(1), drawn(2), { number: 3, problem: 'Page 3 is damaged and cannot be drawn.' }];
  const ports = {
    secrets: { decrypt: () => Buffer.from(JSON.stringify({ kind: 'pdf', url: null })) },
    storage: { find: async () => Buffer.alloc(0) },
    pdf: { render: async () => ({ pages: 9, shown }) },
  } as unknown as Ports;
  const request = { id: 'r', input: Buffer.alloc(0), label: 'PDF', position: 0, places: 3, fileKey: 'key' };
  const { images, missing } = await makeImages(ports, request as unknown as ShotRequestRow);
  expect(images.map(({ notices }) => notices?.map(({ code }) => code))).toEqual([[], ['pages_not_shown']]);
  expect(missing).toEqual([{ label: 'Page 3', position: 2, problem: 'Page 3 is damaged and cannot be drawn.' }]);
});
