import type { FastifyInstance } from 'fastify';

/** Any page may send requests: no answer depends on cookies, so a page learns no more than its own server could. */
const open = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
};

const preflight = {
  ...open,
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  // `*` does not include Authorization.
  'access-control-allow-headers': 'Authorization, Content-Type, Accept, MCP-Protocol-Version, *',
  'access-control-max-age': '86400',
};

/** Lets clients that run in browsers reach every route of `scope`, and read its errors. */
export function openToPages(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers(open);
  });
  scope.addHook('onRoute', ({ method, url }) => {
    const methods = [method].flat();
    if (methods.includes('OPTIONS') || methods.includes('HEAD')) return;
    scope.options(url, (_request, reply) => reply.code(204).headers(preflight).send());
  });
}
