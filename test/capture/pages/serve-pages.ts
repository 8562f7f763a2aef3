import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { closeOnce } from '../../support/file-end.ts';
import { gif } from '../support/site.ts';
import { image, tile } from './images.ts';
import { openApi } from './open-api.ts';
import { video } from './video.ts';

/** Ten pages of all kinds; `documentation`, `reference`, `dashboard` and `map` use published third-party tools. */
export const pageNames = [
  'documentation',
  'reference',
  'dashboard',
  'map',
  'article',
  'components',
  'bars',
  'movement',
  'shell',
  'form',
] as const;

const types: Record<string, string> = { css: 'text/css', js: 'text/javascript', png: 'image/png' };
const packages = new Set(['swagger-ui-dist', 'chart.js', 'leaflet']);
const modules = join(import.meta.dirname, '../../../node_modules');

export interface Pages {
  origin: string;
  port: number;
  /** `OUTBOUND_ALLOW` for captures of the pages. */
  allow: string;
  close(): Promise<void>;
}

/** Serves the pages on loopback, some of their parts with a delay. */
export async function servePages(): Promise<Pages> {
  const server = Fastify();
  server.addHook('onRequest', async (request) => {
    const delay = Number(new URL(request.url, 'http://localhost').searchParams.get('delay') ?? 0);
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  });
  await server.register(scalar, {
    routePrefix: '/reference',
    configuration: { content: openApi, withDefaultFonts: false, telemetry: false },
  });
  for (const name of pageNames) {
    if (name === 'reference') continue;
    const html = await readFile(join(import.meta.dirname, `${name}.html`));
    server.get(`/${name}`, (_request, reply) => reply.type('text/html; charset=utf-8').send(html));
  }
  const [moving, film] = await Promise.all([gif(), video()]);
  server.get('/openapi.json', () => openApi);
  server.get('/animated.gif', (_request, reply) => reply.type('image/gif').send(moving));
  server.get('/video.webm', (_request, reply) => reply.type('video/webm').send(film));
  server.get('/font.woff2', async (_request, reply) =>
    reply.type('font/woff2').send(await readFile(join(modules, 'emulate/dist/fonts/geist-sans.woff2'))),
  );
  server.get<{ Params: { number: string } }>('/picture/:number.svg', (request, reply) =>
    reply.type('image/svg+xml').send(image(Number.parseInt(request.params.number, 10))),
  );
  server.get<{ Params: { z: string; x: string; y: string } }>('/tiles/:z/:x/:y.svg', (request, reply) => {
    const { z, x, y } = request.params;
    return reply.type('image/svg+xml').send(tile(Number(z), Number(x), Number.parseInt(y, 10)));
  });
  server.get<{ Params: { '*': string } }>('/packages/*', async (request, reply) => {
    const path = normalize(request.params['*']);
    if (!packages.has(path.split('/')[0] ?? '')) return reply.code(404).send('');
    const type = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return reply.type(type).send(await readFile(join(modules, path)));
  });
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  const port = Number(new URL(origin).port);
  return { origin, port, allow: `capture=127.0.0.1/32:${port}`, close: closeOnce(() => server.close()) };
}
