import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { CaptureFailure, viewports } from '../../../server/capture/index.ts';
import { servePages } from '../../capture/pages/serve-pages.ts';
import { capture } from '../../capture/support/capture.ts';
import { startHttpServer } from '../../support/servers.ts';

const filler = `const fill = () => { const d = document.createElement('div'); d.textContent = 'x'; return d };`;

/** Documents that resist being captured, or cannot be captured. */
const hostile: Record<string, string> = {
  'a script without end': '<script>for (;;) {}</script>',
  'a script without end while time passes': '<script>setTimeout(() => { for (;;) {} }, 2500)</script>',
  'dialogs without end': '<script>for (;;) { alert(1); confirm(2); prompt(3) }</script>',
  'a dialog before it goes': '<script>onbeforeunload = () => "stay"; setTimeout(() => location.reload(), 100)</script>',
  printing: '<script>print(); setInterval(() => print(), 100)</script>',
  downloads: '<script>setInterval(() => { location = "/download" }, 100)</script>',
  'windows without end': '<script>setInterval(() => open("/popup"), 20)</script>',
  'writing without end':
    '<script>setInterval(() => { document.open(); document.write("<p>again"); document.close() }, 5)</script>',
  'refreshing at once': '<meta http-equiv=refresh content=0>',
  'leading in a circle': '<script>setTimeout(() => { location.href = "/circle?" + Math.random() }, 5)</script>',
  'ten thousand deep': `<script>${filler} let at = document.body ?? document.documentElement;
    for (let n = 0; n < 10000; n += 1) { const d = fill(); at.append(d); at = d }</script>`,
  'a hundred thousand nodes': `<body><script>${filler} for (let n = 0; n < 100000; n += 1) document.body.append(fill())</script>`,
  'eating memory':
    '<script>const kept = []; for (;;) kept.push(new Array(100000).fill({ a: 1 }).map((v, n) => ({ n })))</script>',
  'microtasks without end': '<script>const again = () => Promise.resolve().then(again); again()</script>',
  'workers without end': `<script>const u = URL.createObjectURL(new Blob(['for (;;) {}']));
    for (let n = 0; n < 4; n += 1) new Worker(u)</script>`,
  'frames in frames': '<iframe src="/frames"></iframe><iframe src="/frames"></iframe>',
  'a style that never comes': '<link rel=stylesheet href=/never><p>text</p>',
};
/** Pages that never finish, at any deadline. */
const endless = new Set([
  'a script without end',
  'dialogs without end',
  'windows without end',
  'a hundred thousand nodes',
  'eating memory',
  'microtasks without end',
  'workers without end',
  'an answer without end',
  'silence',
]);
const good = ['bars', 'article', 'form', 'map'] as const;

const pages = await servePages();
const bad = await startHttpServer((request, response) => {
  const path = decodeURIComponent((request.url ?? '/').slice(1).split('?')[0] ?? '');
  if (path === 'never' || path === 'silence') return;
  if (path === 'download') response.setHeader('content-disposition', 'attachment; filename=x.zip');
  response.setHeader('content-type', 'text/html');
  if (path === 'an answer without end') response.write('<p>more');
  else if (path === 'frames') response.end(hostile['frames in frames']);
  else if (path === 'circle') response.end(hostile['leading in a circle']);
  else response.end(`<!doctype html><title>hostile</title>${hostile[path] ?? 'x'}`);
});

const takeGood = async (at: number): Promise<string> => {
  const name = good[at % good.length] ?? 'bars';
  const viewport = at % 2 === 0 ? viewports.desktop : viewports.mobile;
  const { png } = await capture(pages.allow, { url: `${pages.origin}/${name}`, viewport });
  return `${name} ${viewport.name} ${createHash('sha256').update(png).digest('hex')}`;
};

it('hostile pages affect only their own job: good pages beside them look as they do alone', async () => {
  const alone = [await takeGood(0), await takeGood(1), await takeGood(2), await takeGood(3)];
  const names = [...Object.keys(hostile), 'an answer without end', 'silence'];
  const ends: string[] = [];
  const wrong: string[] = [];
  let beside = 0;
  for (const [at, name] of names.entries()) {
    const deadlineMs = endless.has(name) ? 2_000 : 4_000;
    const began = performance.now();
    const attack = capture(`capture=127.0.0.1/32:${bad.port}`, {
      url: `${bad.origin}/${encodeURIComponent(name)}`,
      deadlineMs,
    }).then(
      () => 'captured',
      (error) => {
        if (!(error instanceof CaptureFailure)) return `${name}: ${error}`;
        if (/Error:|net::|undefined/.test(error.message)) return `${name}: ${error.message}`;
        return error.reason;
      },
    );
    const [end, seen] = await Promise.all([
      attack.then((how) => [how, performance.now() - began] as const),
      takeGood(at),
    ]);
    ends.push(`${name}: ${end[0]}`);
    if (!/^(captured|timeout|crashed|not_a_page)$/.test(end[0])) wrong.push(end[0]);
    // The deadline, the time to close a hanging page, and the wait for a busy machine.
    if (end[1] > deadlineMs + 15_000) wrong.push(`${name}: ended after ${Math.round(end[1])} ms`);
    if (alone.includes(seen)) beside += 1;
    else wrong.push(`${name}: ${seen} beside it is not as when alone`);
  }
  console.log(
    `${names.length} hostile pages beside good ones in one browser: ${beside} of ${names.length} good ones identical\n${ends.join(' · ')}`,
  );
  expect(wrong).toEqual([]);
});
