import { createSocket } from 'node:dgram';
import { onTestFinished } from 'vitest';
import { createLookup, type Lookup } from '../../../../server/adapters/outbound/name-lookup.ts';

/** Encodes a name as DNS records hold it. */
function encoded(name: string): Buffer {
  const labels = name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]);
  return Buffer.from([...labels, 0]);
}

/**
 * Starts a name server on loopback until the test ends. It answers A and CNAME records from a table, nothing for other
 * types, and stays silent for `silent.*`.
 */
export async function startNameServer(
  table: Record<string, readonly string[]>,
): Promise<{ asked: string[]; lookup: Lookup }> {
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
    // `→ name` is a CNAME record; the addresses after it belong to that name.
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
  onTestFinished(() => {
    socket.close();
  });
  return { asked, lookup: createLookup([`127.0.0.1:${socket.address().port}`]) };
}
