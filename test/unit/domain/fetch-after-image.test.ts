import { expect, test } from 'vitest';
import type { Ports } from '../../../server/domain/ports.ts';
import { fetchAfterImage } from '../../../server/domain/review/fetch-after-image.ts';

test('an image whose row was stored keeps its file, although the answer of the database was lost', async () => {
  const files = new Set<string>();
  const rows: string[] = [];
  const tx = {
    mark: { updateMany: async () => ({ count: 1 }) },
    markImage: { create: async ({ data }: { data: { key: string } }) => rows.push(data.key) },
    $queryRaw: async () => [],
  };
  const ports = {
    db: { mark: { findFirst: async () => ({ afterImage: 'https://shop.example/after.png' }) } },
    async transaction(work: (of: typeof tx) => Promise<unknown>) {
      await work(tx);
      throw new Error('Connection terminated unexpectedly');
    },
    outbound: { request: async () => ({ status: 200, headers: {}, body: Buffer.from('png') }), isFailure: () => false },
    images: { read: async () => ({ bytes: Buffer.from('png'), contentType: 'image/png' }), isRefusal: () => false },
    storage: { put: async (key: string) => files.add(key), remove: async (key: string) => files.delete(key) },
    settings: { maxImageBytes: 1000 },
    clock: () => new Date(),
  } as unknown as Ports;
  const job = { workspaceId: 'w', chainId: 'c', mark: 1 };
  await expect(fetchAfterImage(ports, job, false)).rejects.toThrow('Connection terminated');
  expect(rows).toHaveLength(1);
  expect([...files]).toEqual(rows);
});
