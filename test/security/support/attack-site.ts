import { type Running, startHttpServer } from '../../support/servers.ts';
import { type Way, waysTo } from './ways.ts';

export interface AttackSite extends Running {
  allow: string;
  /** The requested paths, with queries */
  asked: string[];
  /** Sets what its page reaches for: every way, or those that `only` picks */
  aim(host: string, only?: (way: Way, at: number) => boolean): Way[];
  /** Serves one more page and returns its address */
  serve(page: { body: string; headers: Record<string, string>; status?: number }): string;
}

const classes = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `<p class="b${at}">x</p>`).join('');

function pageOf(ways: readonly Way[]): string {
  const markups = ways.flatMap(({ markup }) => (markup === undefined ? [] : [markup]));
  const heads = markups.filter((text) => /^<(link|meta|style)/.test(text));
  const frames = ways.flatMap(({ name, page }) => (page === undefined ? [] : [`<iframe src="/p/${name}"></iframe>`]));
  const scripts = ways.flatMap(({ script }) => (script === undefined ? [] : [`go(() => { ${script} });`]));
  // An error in one way must not prevent the others.
  return `<!doctype html><title>attack</title>${heads.join('\n')}
    <body>${classes}<p class="c1 d1">x</p><p class=d2>x</p><p class=far>far</p>
    ${[...markups.filter((text) => !heads.includes(text)), ...frames].join('\n')}
    <script>
      const go = (work) => { try { const done = work(); if (done && done.catch) done.catch(() => 0) } catch {} };
      ${scripts.join('\n')}
      document.querySelectorAll('form.go').forEach((form) => go(() => { form.submit() }));
      document.querySelectorAll('.click').forEach((link) => go(() => { link.click() }));
      fetch('/ran');
    </script>`;
}

/** Starts a site whose page tries every way to the host that it is aimed at. */
export async function attackSite(): Promise<AttackSite> {
  let target = '127.0.0.1:9';
  let ways: Way[] = [];
  const asked: string[] = [];
  const served: Parameters<AttackSite['serve']>[0][] = [];
  const server = await startHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    asked.push(request.url ?? '');
    const [, kind, name = ''] = pathname.split('/');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('access-control-allow-origin', '*');
    if (kind === 'to') {
      const hops = Number(searchParams.get('hops') ?? 0);
      const location = hops > 0 ? `/to/${name}?hops=${hops - 1}` : `http://${target}/w/${name}`;
      response.writeHead(Number(searchParams.get('status') ?? 302), { location }).end();
    } else if (kind === 'p') {
      const page = ways.find((way) => way.name === name)?.page;
      response.writeHead(200, page?.headers ?? {}).end(page?.body ?? 'x');
    } else if (kind === 'served') {
      const page = served[Number(name)];
      response.writeHead(page?.status ?? 200, page?.headers ?? {}).end(page?.body);
    } else if (kind === 'sw.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end(
        `self.addEventListener('install', () => fetch('http://${target}/w/service-worker', { mode: 'no-cors' }))`,
      );
    } else {
      response.end(kind === '' ? pageOf(ways) : 'yes');
    }
  });
  return {
    ...server,
    allow: `capture=127.0.0.1/32:${server.port}`,
    asked,
    aim(host, only = () => true) {
      target = host;
      ways = waysTo(host).filter(only);
      asked.length = 0;
      return ways;
    },
    serve: (page) => `${server.origin}/served/${served.push(page) - 1}`,
  };
}
