import { createSocket } from 'node:dgram';
import { afterEach, describe, expect, it } from 'vitest';
import { createGuard } from '../../../server/adapters/outbound/index.ts';
import { createLookup, type Lookup } from '../../../server/adapters/outbound/name-lookup.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A name as it stands in a record. */
function encoded(name: string): Buffer {
  const labels = name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]);
  return Buffer.from([...labels, 0]);
}

/** A name server on loopback: A and CNAME records from a table, an empty answer for other types, silence for `silent.*`. */
async function nameServer(table: Record<string, readonly string[]>): Promise<{ asked: string[]; lookup: Lookup }> {
  const asked: string[] = [];
  const socket = createSocket('udp4', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = labels.join('.').toLowerCase();
    const isA = query.readUInt16BE(at + 1) === 1;
    asked.push(name);
    if (name.startsWith('silent')) return;
    const answers = isA ? (table[name] ?? []) : [];
    const header = Buffer.alloc(12);
    header.writeUInt16BE(query.readUInt16BE(0), 0);
    header.writeUInt16BE(name in table ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    // `alias → name` is a CNAME record, and the addresses after it are of that name.
    let owner = encoded(name);
    const records = answers.map((answer) => {
      const next = answer.startsWith('→ ') ? encoded(answer.slice(2)) : null;
      const data = next ?? Buffer.from(answer.split('.').map(Number));
      const fixed = Buffer.from([0, next === null ? 1 : 5, 0, 1, 0, 0, 0, 0, 0, data.length]);
      const record = Buffer.concat([owner, fixed, data]);
      owner = next ?? owner;
      return record;
    });
    socket.send(Buffer.concat([header, query.subarray(12, at + 5), ...records]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  ends.push(() => socket.close());
  return { asked, lookup: createLookup([`127.0.0.1:${socket.address().port}`]) };
}

describe('name lookup', () => {
  it('gives every address that DNS knows', async () => {
    const { lookup } = await nameServer({ 'two.example': ['192.0.2.1', '192.0.2.2'] });
    const found = (await lookup('two.example')).map(({ address }) => address);
    expect(found.sort()).toEqual(['192.0.2.1', '192.0.2.2']);
  });

  it('follows aliases to their end, where the guard refuses what is private', async () => {
    const { lookup } = await nameServer({
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

  it('takes what the hosts file says first', async () => {
    const { asked, lookup } = await nameServer({ localhost: ['192.0.2.9'] });
    expect((await lookup('localhost')).every(({ address }) => /^(127\.|::1$)/.test(address))).toBe(true);
    expect(asked).toEqual([]);
  });

  it('has none for a name that nobody knows', async () => {
    const { lookup } = await nameServer({});
    await expect(lookup('nowhere.invalid').catch(() => [])).resolves.toEqual([]);
  });
});
