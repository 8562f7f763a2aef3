/** A damaged copy of a file, and how it was damaged. */
export interface Broken {
  name: string;
  bytes: Buffer;
}

/**
 * Damages a file in ways that any file can suffer: cut off, bits flipped, parts wiped, doubled or lost, other data
 * around it.
 */
export function spoil(name: string, whole: Buffer): Broken[] {
  const broken: Broken[] = [];
  const add = (what: string, bytes: Buffer): void => {
    broken.push({ name: `${name}: ${what}`, bytes });
  };
  const { length } = whole;
  for (let part = 0; part < 16; part += 1) {
    const at = Math.floor((length * part) / 16);
    add(`cut off after ${at} bytes`, whole.subarray(0, at));
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (part % 8));
    add(`a bit turned at ${at}`, flipped);
  }
  for (const part of [2, 5, 8]) {
    const [from, to] = [Math.floor((length * part) / 10), Math.floor((length * (part + 1)) / 10)];
    add(`zeros from ${from} to ${to}`, Buffer.from(whole).fill(0, from, to));
    add(`ones from ${from} to ${to}`, Buffer.from(whole).fill(255, from, to));
    add(`without ${from} to ${to}`, Buffer.concat([whole.subarray(0, from), whole.subarray(to)]));
    add(`${from} to ${to} twice`, Buffer.concat([whole.subarray(0, to), whole.subarray(from)]));
  }
  add('one byte short', whole.subarray(0, -1));
  add('after spaces', Buffer.concat([Buffer.from('  \n'), whole]));
  add('before a page', Buffer.concat([whole, Buffer.from('<!doctype html><script>alert(1)</script>')]));
  add('before a ZIP', Buffer.concat([whole, Buffer.from('PK\x05\x06'), Buffer.alloc(18)]));
  add('twice', Buffer.concat([whole, whole]));
  add('as base64', Buffer.from(whole.toString('base64')));
  add('as UTF-8 text', Buffer.from(whole.toString('latin1')));
  return broken;
}
