import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listed } from '../fields/words.ts';
import { sendPage } from './send-page.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on a route that answers 405 by itself: its address does not accept these methods. */
    refuses?: true;
  }
}

/** Returns whether a browser requests a page to show to a person; programs get an answer they can read. */
const isForPerson = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true;

/** Returns whether a path matches a route: `:name` stands for one part, `*` for all that follow. */
function fits(route: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = route.split('/');
  if (wanted.at(-1) === '*') wanted.splice(-1, 1, ...parts.slice(wanted.length - 1).map(() => ':'));
  return wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at]);
}

/** Collects the methods that each address accepts, from the routes that are added from now on. */
function collectMethods(server: FastifyInstance): (path: string) => string[] {
  const routes: { url: string; methods: string[] }[] = [];
  server.addHook('onRoute', ({ url, method, config }) => {
    if (config?.refuses !== true) routes.push({ url, methods: [method].flat() });
  });
  return (path) => {
    const found = routes.filter(({ url }) => fits(url, path));
    return [...new Set(found.flatMap(({ methods }) => methods))].sort();
  };
}

/** Answers addresses that do not exist, and methods that an address does not accept. */
export async function addNotFound(server: FastifyInstance, builtPages: string): Promise<void> {
  const notFound = await readFile(join(builtPages, '404.html'));
  const methodsAt = collectMethods(server);
  server.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.url.split('?')[0] ?? '');
    if (methods.length > 0 && !methods.includes(request.method)) {
      const message = `This address takes ${listed(methods, 'and')} only, not ${request.method}.`;
      return reply.code(405).header('allow', methods.join(', ')).send({ error: 'malformed_request', message });
    }
    if (isForPerson(request)) return sendPage(reply, notFound, { status: 404 });
    const message = 'There is nothing at this address. The reference is at /docs.';
    return reply.code(404).send({ error: 'not_found', message });
  });
}
