import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from '../../domain/failure.ts';
import type { Ports } from '../../domain/ports.ts';
import { findLink } from '../../domain/review/find-link.ts';
import { getPicture } from '../../domain/shot/get-picture.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function sendPage(reply: FastifyReply, html: Buffer, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    })
    .send(html);
}

/** The reviewer's page, its assets and the pictures. Opening any of them changes nothing. */
export async function addPages(server: FastifyInstance, ports: Ports, builtPages: string): Promise<void> {
  const [review, gone, home] = await Promise.all(
    ['review.html', 'gone.html', 'home.html'].map((name) => readFile(join(builtPages, name))),
  );
  if (review === undefined || gone === undefined || home === undefined) throw new Error('The pages are not built');

  await server.register(fastifyStatic, {
    root: join(builtPages, 'assets'),
    prefix: '/assets/',
    // The build lays packed copies beside them.
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
  });
  server.get('/', (_request, reply) => sendPage(reply, home));
  server.get<{ Params: { token: string } }>('/r/:token', async (request, reply) => {
    try {
      await findLink(ports, request.params.token);
      return sendPage(reply, review);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return sendPage(reply, gone, 404);
      throw error;
    }
  });
  server.get<{ Params: { capability: string; variant: string } }>('/p/:capability/:variant', async (request, reply) => {
    const picture = await getPicture(ports, request.params.capability, request.params.variant);
    return reply
      .headers({
        'content-type': picture.contentType,
        'cache-control': picture.immutable ? 'private, max-age=31536000, immutable' : 'private, no-cache',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(picture.bytes);
  });
}
