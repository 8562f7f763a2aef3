import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startNameServer } from '../../../api/adapters/support/name-server.ts';

describe('name lookup', () => {
  it('blocks no thread of the process while name servers do not answer', async () => {
    const { lookup } = await startNameServer({ 'fine.example': ['192.0.2.1'] });
    let answered = 0;
    const silent = Array.from({ length: 20 }, (_, i) =>
      lookup(`silent.${i}.example`).then((found) => {
        answered += 1;
        return found;
      }),
    );
    const pool = promisify(pbkdf2);
    expect(await lookup('fine.example')).toEqual([{ address: '192.0.2.1', family: 4 }]);
    await Promise.all(Array.from({ length: 8 }, () => pool('x', 'y', 10, 20, 'sha256')));
    expect(answered).toBe(0);
    expect((await Promise.all(silent)).flat()).toEqual([]);
  });
});
