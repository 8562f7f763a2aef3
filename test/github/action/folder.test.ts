import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { type Folder, serveFolder } from '../../../action/sources/folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const parent = await temporaryFolder('folder-');
const root = join(parent, 'site');
await mkdir(join(root, 'docs'), { recursive: true });
const files = ['index.html', 'about.html', 'docs/index.html', 'style.css', 'a b.html', '404.html'];
for (const file of files) await writeFile(join(root, file), file);
await writeFile(join(parent, 'secret.html'), 'outside');
await symlink(join(parent, 'secret.html'), join(root, 'link.html'));
await symlink(parent, join(root, 'up'));
const plain = await serveFolder(root, { app: false });
const app = await serveFolder(root, { app: true, change: (path, html) => `${path}: ${html}` });
afterAll(async () => {
  await Promise.all([plain.close(), app.close()]);
});

/** Sends the path unchanged; fetch would normalize it. */
async function get({ origin }: Folder, path: string, method = 'GET'): Promise<[number, string, string]> {
  const { hostname, port } = new URL(origin);
  const sent = request({ hostname, port, path, method }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const type = (response.headers['content-type'] ?? '').replace(/;.*/, '');
  return [response.statusCode ?? 0, type, await text(response)];
}

test.each([
  ['/', [200, 'text/html', 'index.html']],
  ['/about', [200, 'text/html', 'about.html']],
  ['/about?theme=dark', [200, 'text/html', 'about.html']],
  ['/docs', [200, 'text/html', 'docs/index.html']],
  ['/docs/', [200, 'text/html', 'docs/index.html']],
  ['/a%20b', [200, 'text/html', 'a b.html']],
  ['/style.css', [200, 'text/css', 'style.css']],
  ['/nothing', [404, 'text/html', '404.html']],
  ['/nothing.js', [404, '', '']],
])('%s is resolved as static hosts do', async (path, answer) => {
  expect(await get(plain, path)).toEqual(answer);
});

test('an app gets its own page for unknown paths, and pages may be changed on the way', async () => {
  expect(await get(app, '/orders/7')).toEqual([200, 'text/html', '/index.html: index.html']);
  expect(await get(app, '/style.css')).toEqual([200, 'text/css', 'style.css']);
  expect((await get(app, '/nothing.png'))[0]).toBe(404);
});

test('nothing outside the folder is served, through paths or links', async () => {
  const paths = [
    ...['/../secret.html', '/docs/../../secret.html', '/%2e%2e/secret.html', '/..%2fsecret.html', '/..%5csecret.html'],
    ...['/link', '/link.html', '/up/secret', '/up/secret.html', '//secret.html', '/%00', '/%', '/secret.html%00.css'],
  ];
  const answers = await Promise.all(paths.map((path) => get(plain, path)));
  expect(answers.filter(([status, , body]) => status === 200 || body.includes('outside'))).toEqual([]);
  console.log(`${paths.length} paths out of the folder: 0 served`);
  expect((await get(plain, '/about', 'POST'))[0]).toBe(404);
});
