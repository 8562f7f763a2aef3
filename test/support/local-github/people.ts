import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { startHttpServer } from '../servers.ts';
import { authorizePage, userInstallations } from './user-installations.ts';

/**
 * GitHub as people see it, in front of a local GitHub's API: signing in to an App (the web flow with PKCE), and what
 * each account may do. It forwards everything else.
 */
export interface People {
  /** The value of both GITHUB_API_URL and GITHUB_SERVER_URL. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** Sets the address of the API. Before that, forwarded requests answer 502. */
  forwardTo(apiUrl: string): void;
  addPerson(login: string, id?: number): { id: number; login: string };
  /** Gives an account a permission in a private repository. Everybody may read a public one. */
  allow(
    login: string,
    repository: { fullName: string; id: number; private: boolean },
    permission: 'read' | 'write',
  ): void;
  disallow(login: string, fullName: string): void;
  /** Adds a team member. `pending`: invited, but has not accepted. `hidden`: the App may not see the team. */
  addMember(login: string, team: string, state?: 'active' | 'pending' | 'hidden'): void;
  /** Sets who is signed in where a browser opens the authorization page; null: nobody. */
  signIn(login: string | null): void;
  /** Presses `Authorize` in a browser in which this person is signed in. Returns where GitHub redirects to. */
  authorize(login: string, location: string): Promise<string>;
  /** The people's tokens issued so far. */
  tokens(): string[];
  setOutage(outage: boolean): void;
  close(): Promise<void>;
}

interface Grant {
  login: string;
  redirectUri: string;
  challenge: string;
}
interface Known {
  id: number;
  private: boolean;
  permissions: Map<string, 'read' | 'write'>;
}

export async function startPeople(): Promise<People> {
  const clientId = 'Iv23liLocalTest';
  const clientSecret = randomBytes(20).toString('hex');
  const people = new Map<string, { id: number; login: string }>();
  const repositories = new Map<string, Known>();
  const members = new Map<string, string>();
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, string>();
  let api: string | undefined;
  let down = false;
  let browsing: string | null = null;

  const exchange = (form: URLSearchParams) => {
    const grant = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret) {
      return { error: 'incorrect_client_credentials' };
    }
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant === undefined || proof !== grant.challenge || form.get('redirect_uri') !== grant.redirectUri) {
      return { error: 'bad_verification_code' };
    }
    const token = `ghu_${randomBytes(18).toString('hex')}`;
    tokens.set(token, grant.login);
    return { access_token: token, token_type: 'bearer', scope: '', expires_in: 28_800 };
  };
  const authorize = (query: URLSearchParams, login: string): string => {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== clientId || query.get('code_challenge_method') !== 'S256')
      throw new Error('Refused.');
    const code = randomBytes(10).toString('hex');
    codes.set(code, { login, redirectUri, challenge: query.get('code_challenge') ?? '' });
    return `${redirectUri}?${new URLSearchParams({ code, state: query.get('state') ?? '' })}`;
  };
  /** Undefined for paths that this server does not answer. */
  const answer = (
    method: string,
    path: string,
    login: string | undefined,
    query: URLSearchParams,
  ): [number, unknown] | undefined => {
    if (method !== 'GET') return undefined;
    const person = login === undefined ? undefined : people.get(login);
    if (login !== undefined) {
      const theirs = [...repositories].map(([fullName, { permissions, ...rest }]) => ({
        ...rest,
        fullName,
        permission: permissions.get(login),
      }));
      const listed = userInstallations(theirs, path, query);
      if (listed !== undefined) return listed;
    }
    if (path === '/user') return person === undefined ? [401, { message: 'Bad credentials' }] : [200, person];
    const [, repository = '', asked] =
      /^\/repos\/([^/]+\/[^/]+)(?:\/collaborators\/([^/]+)\/permission)?$/.exec(path) ?? [];
    const known = repositories.get(repository);
    if (asked !== undefined) {
      const user = people.get(asked);
      const permission = known?.permissions.get(asked) ?? (known?.private === false ? 'read' : undefined);
      return user === undefined || permission === undefined ? [404, {}] : [200, { permission, user }];
    }
    if (repository !== '' && login !== undefined) {
      const may = known !== undefined && (!known.private || known.permissions.has(login));
      return may ? [200, { id: known.id, full_name: repository }] : [404, { message: 'Not Found' }];
    }
    const [, org, slug, member] = /^\/orgs\/([^/]+)\/teams\/([^/]+)\/memberships\/([^/]+)$/.exec(path) ?? [];
    if (org === undefined) return undefined;
    const state = members.get(`${org}/${slug}:${member}`);
    if (state === 'hidden') return [403, { message: 'Resource not accessible by integration' }];
    return state === undefined ? [404, { message: 'Not Found' }] : [200, { state, role: 'member' }];
  };

  const { origin: url, close } = await startHttpServer(async (request, response) => {
    const body = await buffer(request);
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (down) return void send(503, { message: 'This service is unavailable.' });
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://local');
    if (path === '/login/oauth/authorize' && browsing !== null) {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end(authorizePage(browsing, authorize(query, browsing), query));
    }
    if (path === '/login/oauth/access_token') return void send(200, exchange(new URLSearchParams(body.toString())));
    const bearer = (request.headers.authorization ?? '').replace(/^(bearer|token) /i, '');
    const known = answer(request.method ?? 'GET', path, tokens.get(bearer), query);
    if (known !== undefined) return void send(...known);
    if (api === undefined || bearer.startsWith('ghu_')) return void send(502, {});
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name))
        headers.set(name, value);
    }
    const init = {
      method: request.method ?? 'GET',
      headers,
      ...(body.length === 0 ? {} : { body }),
    };
    const passed = await fetch(api + request.url, init);
    response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? 'application/json' });
    response.end(Buffer.from(await passed.arrayBuffer()));
  });
  return {
    url,
    close,
    clientId,
    clientSecret,
    forwardTo(apiUrl) {
      api = apiUrl;
    },
    addPerson(login, id = 9_000_000 + people.size) {
      const person = { id, login };
      people.set(login, person);
      return person;
    },
    allow(login, { fullName, id, private: isPrivate }, permission) {
      const known = repositories.get(fullName) ?? { id, private: isPrivate, permissions: new Map() };
      known.permissions.set(login, permission);
      repositories.set(fullName, known);
    },
    disallow: (login, fullName) => void repositories.get(fullName)?.permissions.delete(login),
    addMember: (login, team, state = 'active') => void members.set(`${team}:${login}`, state),
    signIn(login) {
      browsing = login;
    },
    authorize: async (login, location) => authorize(new URL(location).searchParams, login),
    tokens: () => [...tokens.keys()],
    setOutage(outage) {
      down = outage;
    },
  };
}
