import { rewrite } from './proxy.ts';
import { openPublished } from './published/index.ts';

/** What went over the wire, held against what GitHub publishes. */
export interface Held {
  /** Operations that were asked for, with how often. */
  operations: ReadonlyMap<string, number>;
  /** Events that were sent, likewise. */
  events: ReadonlyMap<string, number>;
  /** What nobody has published, likewise: `GET /repos/{owner}/{repo}: query x: …`. */
  unpublished: ReadonlyMap<string, number>;
}

/** GitHub makes drafts of pull requests by GraphQL alone; here there is no other way. */
const allowed = ['PATCH /repos/{owner}/{repo}/pulls/{pull_number}: body draft: no such field is published'];

/** Paths that are no part of the REST API: what a runner asks for id-tokens, and GraphQL. */
const elsewhere = /^\/(?:\.well-known\/|_services\/|graphql$)/;

export function createHeld() {
  const published = openPublished();
  const operations = new Map<string, number>();
  const events = new Map<string, number>();
  const unpublished = new Map<string, number>();
  const note = (lines: string[]) => {
    for (const line of lines) if (!allowed.includes(line)) count(unpublished, line);
  };
  return {
    held: { operations, events, unpublished } satisfies Held,
    /** Takes note of a request of the API and of its answer. */
    async around(request: Request, handle: () => Promise<Response>): Promise<Response> {
      const url = new URL(request.url);
      if (elsewhere.test(url.pathname)) return await handle();
      const { method } = request;
      const sent = await readJson(request.clone());
      const response = await handle();
      const exchange = { method, url, sent, status: response.status, got: await readAnswer(response) };
      count(operations, published.operation(method, url.pathname) ?? `${method} ${url.pathname}`);
      note([...published.request(exchange), ...published.answer(exchange)]);
      return response;
    },
    /** The emulator without what GitHub does not publish: nobody may come to rely on it. */
    prune:
      (emulator: (request: Request) => Promise<Response>) =>
      async (request: Request): Promise<Response> => {
        const { method, url } = request;
        const response = await emulator(request);
        const got = await readAnswer(response);
        if (got === undefined) return response;
        const exchange = { method, url: new URL(url), sent: undefined, status: response.status, got };
        return rewrite(response, published.pruneAnswer(exchange));
      },
    /** The same of an event of the emulator's. */
    pruneEvent: published.pruneEvent,
    event(name: string, payload: object) {
      count(events, `${name}.${String(Reflect.get(payload, 'action'))}`);
      note(published.event(name, payload));
    },
  };
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** undefined when it is a refusal or no JSON of the API's. */
async function readAnswer(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  return response.ok && /\bjson\b/.test(type) && !/\braw\b/.test(type) ? await readJson(response.clone()) : undefined;
}

async function readJson(message: Request | Response): Promise<unknown> {
  const text = await message.text().catch(() => '');
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
