import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { atFileEnd } from '../support/file-end.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Installs the packages once the file `go` exists: the database's generator, which creates its client. */
const npm = `#!/bin/sh
echo install >> log
while [ ! -e go ]; do sleep 0.05; done
mkdir -p node_modules/prisma/build
echo "const fs = require('node:fs'); fs.mkdirSync('server/db/generated', { recursive: true }); fs.writeFileSync('server/db/generated/client.ts', '')" > node_modules/prisma/build/index.js
`;

/** Makes a clone in which nothing is prepared. */
async function freshClone(): Promise<string> {
  const clone = await temporaryFolder('sightline-clone-');
  await mkdir(join(clone, 'server/scripts'), { recursive: true });
  await copyFile('server/scripts/prepare.mjs', join(clone, 'server/scripts/prepare.mjs'));
  await writeFile(join(clone, 'package-lock.json'), '{}');
  await writeFile(join(clone, 'npm'), npm, { mode: 0o755 });
  return clone;
}

function prepare(clone: string): { process: ChildProcess; said(text: string): Promise<void> } {
  const env = { ...process.env, PATH: `${clone}${delimiter}${process.env.PATH}` };
  const child = spawn(process.execPath, ['server/scripts/prepare.mjs'], { cwd: clone, env });
  atFileEnd(async () => void child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return { process: child, said: (text) => expect.poll(() => output).toContain(text) };
}

test('of two at once on a fresh clone, one prepares it and the other waits', async () => {
  const clone = await freshClone();
  const first = prepare(clone);
  await first.said('Installing packages');
  const second = prepare(clone);
  await second.said(`Waiting for the process ${first.process.pid}`);
  const exits = [first, second].map(({ process: child }) => once(child, 'exit'));
  await writeFile(join(clone, 'go'), '');
  expect(await Promise.all(exits)).toEqual([
    [0, null],
    [0, null],
  ]);
  expect(await readFile(join(clone, 'log'), 'utf8')).toBe('install\n');
});

test('one that was killed keeps no other waiting', async () => {
  const clone = await freshClone();
  await writeFile(join(clone, 'go'), '');
  const killed = spawn(process.execPath, ['-e', '']);
  await once(killed, 'exit');
  await mkdir(join(clone, '.sightline'));
  await writeFile(join(clone, '.sightline/preparing'), `${killed.pid}`);
  expect(await once(prepare(clone).process, 'exit')).toEqual([0, null]);
});
