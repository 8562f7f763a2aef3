import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { describeError } from '../../../app/describe-error.ts';

const root = resolve(import.meta.dirname, '../../..');

test('logs never contain an error’s message or the error itself', async () => {
  const found: string[] = [];
  let calls = 0;
  for (const folder of ['server', 'app']) {
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      if (!name.endsWith('.ts') || /generated|^web\/|^cli\//.test(name)) continue;
      const text = await readFile(join(root, folder, name), 'utf8');
      for (const [call] of text.matchAll(/\blog(?:\.\w+|\[level\])\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g)) {
        calls += 1;
        const said = call.replace(/describe(?:Fault|Error)\([^)]*\)(?:\.message)?/g, '');
        if (
          /\.message\b|String\(|\berr(?:or)?: (?:error|cause|reason)\b|\{ (?:err|error) \}|^log\S*\((?:err|error|cause|reason)\b|\.stack\b/.test(
            said,
          )
        ) {
          found.push(`${folder}/${name}: ${call.replace(/\s+/g, ' ')}`);
        }
      }
    }
  }
  // The message of a refused request is our own text.
  const ours = (each: string): boolean => each.includes("'a request was refused'");
  expect(calls).toBeGreaterThan(30);
  expect(found.filter((each) => !ours(each))).toEqual([]);
  console.log(
    `${calls} calls of a log: ${found.length} with an error as it came, ${found.filter(ours).length} of them our own words`,
  );
});

test('what the App logs of an error contains no secret that the error quotes', async () => {
  const secret = 'q8Zr3VnYw5LkT0bXc7HsJd2PfGm9RtEu1Ai4OoBvNxC';
  const jwt = `eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.${secret}.${secret}`;
  const refused = Object.assign(new Error(`duplicate key value: (${secret})`), { severity: 'ERROR', code: '23505' });
  const errors = [
    new TypeError(`Failed to parse URL from https://reviews.example/r/${secret}/review?x=${secret}`),
    new Error(`postgresql://sightline:${secret}@db.example/app does not answer`),
    new Error(`Bad credentials: ghs_${secret}, ${jwt}`),
    refused,
  ];
  const said = errors.map((error) => describeError(error).error);
  expect(said.join()).not.toContain(secret.slice(0, 12));
  expect(said.join()).not.toContain('eyJhbGci');
  expect(said[0]).toBe('Failed to parse URL from https://reviews.example/…');
  expect(said[3]).toBe('The database refused a statement (23505)');
  const commit = 'f05c1a9d0e6b7c8d9e0f1a2b3c4d5e6f7a8b9c0d';
  expect(describeError(Object.assign(new Error(`No commit ${commit}`), { status: 404 }))).toEqual({
    error: `No commit ${commit}`,
    status: 404,
  });
});
