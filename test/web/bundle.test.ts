import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

const dist = new URL('../../server/web/dist/', import.meta.url);
const read = (name: string) => readFile(new URL(name, dist), 'utf8');

/** Returns the scripts that a page needs before it answers. */
async function scriptsOf(page: string): Promise<string[]> {
  const html = await read(page);
  const paths = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '');
  return Promise.all([...new Set(paths)].map(read));
}

describe('the built pages', () => {
  test.each(['review.html', 'guest.html'])(
    '%s needs at most 60 KB of compressed script before it answers',
    async (page) => {
      const scripts = await scriptsOf(page);
      expect(scripts.length).toBeGreaterThan(0);
      const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
      console.log(`${page}: ${(bytes / 1000).toFixed(1)} KB of compressed script before it answers, of 60`);
      expect(bytes).toBeLessThanOrEqual(60_000);
    },
  );

  test('a frame needs at most 4 KB of compressed script to show the first screenshot', async () => {
    const [, start = ''] = /<script type="module">([^<]*)<\/script>/.exec(await read('review.html')) ?? [];
    expect(start).not.toBe('');
    expect(gzipSync((await read('bridge.js')) + start).length).toBeLessThanOrEqual(4_000);
  });

  test.each(['review.html', 'guest.html'])('%s contains no schema library and no text of the server', async (page) => {
    for (const script of await scriptsOf(page)) expect(script).not.toMatch(/ZodError|zod|prisma|pg-boss/i);
  });

  test('have no inline script or style, which their policy would block, but those that show the first screenshot', async () => {
    const pages = (await readdir(dist)).filter((name) => name.endsWith('.html'));
    expect(pages.sort()).toEqual([
      '404.html',
      'connect.html',
      'guest.html',
      'home.html',
      'no-review.html',
      'review.html',
      'setup.html',
      'workspace.html',
    ]);
    for (const page of pages) {
      const html = await read(page);
      const inline = html.match(/<style|<script(?![^>]*\ssrc=)/g) ?? [];
      expect(inline, page).toEqual(['review.html', 'guest.html'].includes(page) ? ['<style', '<script'] : []);
      expect(html).not.toMatch(/\sstyle=|\son\w+=|https?:\/\/(?!www\.w3\.org)/);
    }
  });

  test.each(['review.html', 'guest.html'])('%s fetches nothing beside the first screenshot', async (page) => {
    const html = (await read(page)).replace(/<template[\s\S]*<\/template>/, '');
    expect(html.match(/(?:src|href)="[^"]*"/g)).toEqual([expect.stringMatching(/^href="\/assets\/icon-/)]);
  });
});
