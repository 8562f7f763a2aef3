import { createPublicKey } from 'node:crypto';
import { decodeJwt, jwtVerify } from 'jose';
import type { TokenOwner } from './emulator.ts';
import type { Tables } from './tables.ts';

export interface Call {
  request: Request;
  url: URL;
  /** The values of the route's groups. */
  params: string[];
  /** The owner of the bearer token; undefined without a token and for an App's own token. */
  owner: TokenOwner | undefined;
  /** The App that signed the bearer token, when it is an App's own token. */
  appId: number | undefined;
  body(): Promise<Record<string, unknown>>;
  /** Returns the emulator's own answer. */
  forward(): Promise<Response>;
}

export interface Route {
  method: string;
  path: RegExp;
  /** The template in GitHub's description; undefined for paths outside its API. */
  template?: string;
  handle(call: Call): Response | Promise<Response>;
}

export interface ProxyOptions {
  routes: Route[];
  tokens: () => ReadonlyMap<string, TokenOwner>;
  /** Each App's private key as PEM, by the App's id. */
  appKeys: ReadonlyMap<number, string>;
  isDown: () => boolean;
  /** Wraps the handling of each request. */
  around?: (request: Request, handle: () => Promise<Response>) => Promise<Response>;
}

type Fetch = (request: Request) => Promise<Response>;

/** Puts our routes in front of the emulator, and forwards everything else. */
export function createProxy(emulator: Fetch, options: ProxyOptions): Fetch {
  const { around } = options;
  const handle: Fetch = async (request) => {
    if (options.isDown()) return answer(503, { message: 'This service is unavailable.' });
    const url = new URL(request.url);
    const open = url.pathname.startsWith('/.well-known/') || url.pathname.startsWith('/_services/');
    const bearer = request.headers.get('authorization')?.replace(/^(bearer|token)\s+/i, '');
    let owner: TokenOwner | undefined;
    let appId: number | undefined;
    if (bearer !== undefined && !open) {
      if (bearer.startsWith('eyJ')) appId = await readAppToken(bearer, options.appKeys);
      else owner = options.tokens().get(bearer);
      // The emulator treats an unknown token as its first user's.
      if (appId === undefined && owner === undefined) return answer(401, { message: 'Bad credentials' });
    }
    for (const route of options.routes) {
      const match = route.method === request.method ? route.path.exec(url.pathname) : null;
      if (match === null) continue;
      const params = match.slice(1).map((group) => decodeURIComponent(group ?? ''));
      const body = async () =>
        readRecord(
          await request
            .clone()
            .json()
            .catch(() => null),
        );
      const forward = () => emulator(request.clone());
      return route.handle({ request, url, params, owner, appId, body, forward });
    }
    return emulator(request);
  };
  return around === undefined ? handle : (request) => around(request, () => handle(request));
}

async function readAppToken(token: string, keys: ReadonlyMap<number, string>): Promise<number | undefined> {
  try {
    const id = Number(decodeJwt(token).iss);
    const key = keys.get(id);
    if (key === undefined) return undefined;
    await jwtVerify(token, createPublicKey(key), { algorithms: ['RS256'] });
    return id;
  } catch {
    return undefined;
  }
}

export function readRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function answer(status: number, body: unknown): Response {
  return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
}

/** Returns the same answer with another body; keeps its headers, such as paging links. */
export function rewrite(response: Response, body: unknown): Response {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return Response.json(body, { status: response.status, headers });
}

/** Returns whether a token may write to a repository, by GitHub's fine-grained permissions. */
export function mayWrite(owner: TokenOwner | undefined, repositoryId: number, permission: string): boolean {
  if (owner === undefined) return false;
  const { installation } = owner;
  if (installation === undefined) return true;
  return installation.repositoryIds.includes(repositoryId) && installation.permissions[permission] === 'write';
}

/**
 * Redirects from the former name of a repository to its address by id, as GitHub does and the emulator does not, until
 * another repository takes the name. `formerNames`: the ids of the repositories.
 */
export function followRenames(answer: Fetch, formerNames: ReadonlyMap<string, number>, tables: () => Tables): Fetch {
  return async (request) => {
    const { pathname, search, origin } = new URL(request.url);
    const [, id, byId = ''] = /^\/repositories\/(\d+)(.*)$/.exec(pathname) ?? [];
    if (id !== undefined) {
      const name = tables().repositories.get(Number(id))?.full_name;
      return answer(new Request(`${origin}/repos/${name}${byId}${search}`, request));
    }
    const [, name = '', rest = ''] = /^\/repos\/([^/]+\/[^/]+)(.*)$/.exec(pathname) ?? [];
    const renamed = formerNames.get(name);
    if (renamed === undefined || tables().repositories.findOneBy('full_name', name) !== undefined) {
      return answer(request);
    }
    // The address is relative, so that it holds behind a proxy, and 307 keeps the method.
    const location = `/repositories/${renamed}${rest}${search}`;
    return new Response(null, { status: request.method === 'GET' ? 301 : 307, headers: { location } });
  };
}
