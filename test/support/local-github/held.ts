import { rewrite } from './proxy.ts';
import { openPublished } from './published/index.ts';

/** The recorded requests, answers and events, compared with what GitHub publishes. */
export interface Held {
  /** The requested operations, with their counts. */
  operations: ReadonlyMap<string, number>;
  /** The events sent, with their counts. */
  events: ReadonlyMap<string, number>;
  /** Everything unpublished, with its count: `GET /repos/{owner}/{repo}: query x: …`. */
  unpublished: ReadonlyMap<string, number>;
}

/** GitHub converts pull requests to drafts only through GraphQL, which this local GitHub lacks. */
const allowed = ['PATCH /repos/{owner}/{repo}/pulls/{pull_number}: body draft: no such field is published'];

/** Paths outside the REST API: the runner's id-token requests, and GraphQL. */
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
    /** Records an API request and its answer. */
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
    /** Removes unpublished fields from the emulator's answers, so that no code can rely on them. */
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
    /** Does the same for the emulator's events. */
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

/** Returns undefined for refusals and for answers other than JSON of the API. */
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
