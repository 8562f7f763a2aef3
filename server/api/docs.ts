import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../domain/failure.ts';

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

/** Serves the reference at `/docs/` from our own origin alone: no foreign fonts, no telemetry, no proxy. */
export async function addDocs(server: FastifyInstance, settings: { version: string }): Promise<void> {
  let script: Promise<Buffer> | undefined;
  await server.register(async (scope) => {
    // The library parses its own address; one that cannot be parsed would become an internal error.
    scope.addHook('onRequest', async (request) => {
      if (!URL.canParse(`http://${request.hostname}`)) {
        throw new DomainError('malformed_request', 'The `Host` header is not well-formed.');
      }
    });
    scope.addHook('onSend', async (request, reply, payload) => {
      if (typeof payload !== 'string') return payload;
      const type = String(reply.getHeader('content-type'));
      if (type.startsWith('text/html')) {
        reply.headers({ 'content-security-policy': policyFor(payload), 'cache-control': 'no-cache' });
        return payload.replace('<html>', '<html lang="en">');
      }
      if (!type.startsWith('application/javascript')) return payload;
      reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' });
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return payload;
      script ??= compress(payload);
      const compressed = await script;
      reply.headers({ 'content-encoding': 'gzip', 'content-length': compressed.length });
      return compressed;
    });
    await scope.register(reference, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        // The version is in the address, so browsers can keep the script.
        cdn: `js/scalar.js?${encodeURIComponent(settings.version)}`,
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
  });
}
