import { describe, expect, it } from 'vitest';
import { createGuard } from '../../../server/adapters/outbound/index.ts';
import { startNameServer } from './support/name-server.ts';

describe('name lookup', () => {
  it('returns every address that DNS has for a name', async () => {
    const { lookup } = await startNameServer({ 'two.example': ['192.0.2.1', '192.0.2.2'] });
    const found = (await lookup('two.example')).map(({ address }) => address);
    expect(found.sort()).toEqual(['192.0.2.1', '192.0.2.2']);
  });

  it('follows aliases to the last one, so the guard refuses names that lead to private addresses', async () => {
    const { lookup } = await startNameServer({
      'one.example': ['→ inner.example', '10.0.0.1'],
      'three.example': ['→ a.example', '→ b.example', '→ metadata.internal', '169.254.169.254'],
      'mixed.example': ['→ a.example', '8.8.8.8', '127.0.0.1'],
      'fine.example': ['→ a.example', '8.8.8.8'],
    });
    const guard = createGuard({ allow: [], ownPorts: [] }, { lookup });
    for (const name of ['one.example', 'three.example', 'mixed.example']) {
      await expect(guard.resolve(name, 443, 'fetch'), name).rejects.toMatchObject({ code: 'private_address' });
    }
    expect(await guard.resolve('fine.example', 443, 'fetch')).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });

  it('prefers the hosts file to DNS', async () => {
    const { asked, lookup } = await startNameServer({ localhost: ['192.0.2.9'] });
    expect((await lookup('localhost')).every(({ address }) => /^(127\.|::1$)/.test(address))).toBe(true);
    expect(asked).toEqual([]);
  });

  it('finds no address for an unknown name', async () => {
    const { lookup } = await startNameServer({});
    await expect(lookup('nowhere.invalid').catch(() => [])).resolves.toEqual([]);
  });
});
