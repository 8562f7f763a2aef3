import { gzipSync } from 'node:zlib';
import { ErrorBody } from '../../../server/contract/error.ts';
import { operations } from '../../../server/contract/index.ts';
import { createGenerator, type Route, routesOf } from '../../api/contract/support/generate.ts';
import { naughtyStrings } from '../../api/contract/support/naughty-strings.ts';
import type { Answer, Shot } from '../../api/contract/support/volley.ts';
import { forgetLimits } from '../../api/support/sql.ts';
import { base64, mark, rejectedReview, review, reviewerOf } from '../../support/factories.ts';
import { createRandom } from '../../support/random.ts';
import { startService } from '../../support/service.ts';

/** After how many requests the generated ones are about other reviews. */
const SCENE_OF = 150;

export const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
export const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

const types = [
  ...['application/json', 'application/json'],
  ...['application/json; charset=utf-8', 'application/json;charset=utf-16'],
];
const wrongTypes = [
  ...['text/plain', 'application/xml', 'multipart/form-data', ''],
  ...['application/', ';;;', 'a'.repeat(5000)],
];

/** Starts a service, and makes requests from its OpenAPI document: most fields fit their schema, some do not. */
export async function startHostileRequests(seed: number) {
  // Nothing is fetched or captured here; jobs stay in the queue.
  const service = await startService({ CREDITS_PER_MONTH: 'unlimited', ROLE: 'web', LOG_LEVEL: 'warn' });

  /** Creates what requests are about: reviews in several states and their links. */
  async function newScene() {
    const client = await service.newClient();
    const open = await review(client);
    await reviewerOf(open).call('place_mark', mark());
    const reviews = [open, await rejectedReview(client, [{}, { must_fix: true }])];
    return {
      token: client.token,
      ids: reviews.map(({ id }) => id),
      links: reviews.map(({ review_url }) => review_url.split('/r/')[1] ?? ''),
    };
  }
  let scene = await newScene();
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as object;
  const routes = routesOf(document);
  const image = await base64();
  const hints: Record<string, () => unknown> = {
    id: () => generator.pick(scene.ids),
    parent_id: () => generator.pick(scene.ids),
    mark_id: () => generator.pick([1, 1, 2, 3]),
    image: () => image,
    images: () => [image, { image }],
    title: () => 'A title',
    screenshot_index: () => 0,
    body: () => 'Words',
    webhook_url: () => 'https://hooks.invalid/',
    page_url: () => 'https://pages.invalid/',
    client_mark_id: () => `mark-${generator.below(1_000_000)}-here`,
  };
  // Only some fields get valid values, because otherwise a review would nearly always have two sources.
  const generator = createGenerator(document, createRandom(seed), (field) =>
    ['pdf', 'html', 'capture_url'].includes(field) ? undefined : hints[field]?.(),
  );

  const headersFor = (more: Record<string, string | string[]> = {}): Record<string, string | string[]> => ({
    authorization: `Bearer ${scene.token}`,
    'content-type': 'application/json',
    ...more,
  });

  /** Returns the address of a route, mostly with ids of the scene, and with odd ones. */
  function addressOf(route: Route, fields: Record<string, unknown>): string {
    return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (name === 'token')
        return generator.chance(0.95) ? generator.pick(scene.links) : encode(generator.pick(naughtyStrings));
      return encode(asText(fields[name])) || 'x';
    });
  }

  function* generated(count: number): Generator<Shot> {
    for (let at = 0; at < count; at += 1) {
      const route = routes[at % routes.length];
      if (route === undefined) return;
      const fields: Record<string, unknown> = {};
      for (const { name, schema, in: where } of route.parameters) {
        if (where === 'path' || generator.chance(0.4)) fields[name] = generator.value(schema, name);
      }
      // Successful deletions leave nothing for later requests, so few delete.
      if (route.name === 'delete_review' && generator.chance(0.9)) fields.id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
      let path = addressOf(route, fields);
      const headers = headersFor({ 'content-type': generator.pick(types) });
      for (const { name, in: where } of route.parameters) {
        const value = fields[name];
        if (value === undefined || where === 'path') continue;
        if (where === 'header') headers[name.toLowerCase()] = encode(asText(value)).slice(0, 4000);
        if (where === 'query') {
          path += `${path.includes('?') ? '&' : '?'}${name}=${encode(asText(value))}`;
          if (generator.chance(0.1)) path += `&${name}=again&${name}[]=1&${name}[x]=2&__proto__[y]=1`;
        }
      }
      let body: Buffer | null = null;
      if (route.method === 'POST' || route.method === 'PATCH') {
        const value = generator.chance(0.04) ? generator.odd() : generator.value(route.body ?? {}, '');
        const text = JSON.stringify(value) ?? '';
        body = Buffer.from(text);
        const spoiled = generator.below(60);
        if (spoiled === 0) body = body.subarray(0, generator.below(body.length + 1));
        if (spoiled === 1) body = gzipSync(body);
        if (spoiled === 2) headers['content-encoding'] = 'gzip';
        if (spoiled === 3) headers['content-type'] = generator.pick(wrongTypes);
        if (spoiled === 4) body = Buffer.concat([body, Buffer.from([0xff, 0, 0xc0])]);
        if (spoiled === 5)
          body = Buffer.from(text.replace(/:/g, generator.pick([':NaN,"a":', ': Infinity ', ':01', ':+1'])));
      } else if (generator.chance(0.1)) {
        body = Buffer.from('{"id":"x"}');
      }
      yield { what: route.name, method: route.method, path, headers, body };
    }
  }

  /** Removes rate limits, which other tests cover, so that requests reach what is behind them. */
  async function between(sent: number): Promise<void> {
    if (sent % 25 === 0) await forgetLimits(service);
    if (sent % SCENE_OF === 0) scene = await newScene();
  }

  return { service, scene: () => scene, routes, image, generator, headersFor, addressOf, generated, between };
}

/** Returns what is wrong with an answer to any request; null when it is within the contract. */
export function judge({ status, type, text }: Answer, { path, what }: Shot): string | null {
  if (status === 0) return 'the connection ended without an answer';
  if (status >= 500) return `answered ${status} ${text.slice(0, 300)}`;
  if (/node_modules|\.ts:\d+:\d|PrismaClient|prisma\.|sightline_queue|ECONN/.test(text) && !path.startsWith('/openapi'))
    return `revealed internals: ${text.slice(0, 300)}`;
  if (path.startsWith('/mcp')) return null;
  if (status < 400) {
    const operation = Object.values(operations).find(({ name }) => name === what);
    const error = operation?.output.safeParse(JSON.parse(text)).error;
    return error === undefined ? null : `answered outside the contract: ${error.message.slice(0, 300)}`;
  }
  if (!type.startsWith('application/json')) return `answered ${status} as ${type}`;
  return ErrorBody.safeParse(JSON.parse(text)).success ? null : `refused in other words: ${text.slice(0, 300)}`;
}
