import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';

const compress = promisify(gzip);

/**
 * Returns the policy, which allows the page's one inline script by its hash; nothing else inline runs. The library sets
 * its styles at run time.
 */
function policyFor(html: string): string {
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, script = '']) => script)
    .filter((script) => script !== '')
    .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The page of the reference and its script. */
interface Reference {
  html: string;
  script: { plain: Buffer; compressed: Buffer };
}

/** Returns what the library serves. Loaded when it is first asked for: it takes 18 MB of memory. */
async function loadReference(version: string): Promise<Reference> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  await using library = fastify();
  await library.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      // The version is in the address, so browsers can keep the script.
      cdn: `js/scalar.js?${encodeURIComponent(version)}`,
      pageTitle: 'Sightline: the reference',
      withDefaultFonts: false,
      telemetry: false,
      proxyUrl: '',
      showDeveloperTools: 'never',
      hideClientButton: true,
      orderSchemaPropertiesBy: 'preserve',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  const html = (await library.inject('/docs/')).payload.replace('<html>', '<html lang="en">');
  const plain = (await library.inject('/docs/js/scalar.js')).rawPayload;
  return { html, script: { plain, compressed: await compress(plain) } };
}

/**
 * Serves the reference at `/docs/` from our own origin alone: no foreign fonts, no telemetry, no proxy. After a failed
 * load the next request loads it again.
 */
export function addDocs(server: FastifyInstance, { version }: { version: string }, loader = loadReference): void {
  let loading: Promise<Reference> | undefined;
  const load = (): Promise<Reference> => {
    loading ??= loader(version).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  server.get('/docs', (_, reply) => reply.redirect('/docs/', 301));
  server.get('/docs/', async (_, reply) => {
    const { html } = await load();
    reply.type('text/html; charset=utf-8');
    return reply.headers({ 'content-security-policy': policyFor(html), 'cache-control': 'no-cache' }).send(html);
  });
  server.get('/docs/js/scalar.js', async (request, reply) => {
    const { plain, compressed } = (await load()).script;
    reply.type('application/javascript; charset=utf-8');
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' });
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(compressed);
  });
}
