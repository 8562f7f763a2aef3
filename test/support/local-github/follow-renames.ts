import type { Tables } from './tables.ts';

type Fetch = (request: Request) => Promise<Response>;

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
