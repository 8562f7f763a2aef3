import type { FastifyRequest } from 'fastify';
import { DomainError } from '../domain/failure.ts';
import type { Ports } from '../domain/ports.ts';
import { findGuestLink, findLink } from '../domain/review/links.ts';
import { checkPageKey, isFrameCapability } from '../domain/review/page-credentials.ts';
import { authenticate } from '../domain/token/authenticate.ts';
import { addressToCount } from './address.ts';
import type { Actor } from './call.ts';

export function bearerOf(header: string | undefined): string | null {
  const match = /^Bearer +(\S+)\s*$/i.exec(header ?? '');
  return match?.[1] ?? null;
}

/** Refuses other origins: a page elsewhere must not write with a link that its visitor's browser happens to have. */
function refuseOtherOrigins(ports: Ports, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (request.method === 'GET' || origin === undefined) return;
  if (origin === new URL(ports.settings.baseUrl).origin || origin === `${request.protocol}://${request.host}`) return;
  throw new DomainError('forbidden', 'This request comes from another site.');
}

/** Returns the sender of this request, of the kind that the operation requires. */
export async function actorOf(ports: Ports, kind: Actor['kind'], request: FastifyRequest): Promise<Actor> {
  const { token = '' } = request.params as { token?: string };
  // A frame has its host's origin or none, and no browser has its capability from anywhere else.
  if (kind !== 'client' && !isFrameCapability(token)) refuseOtherOrigins(ports, request);
  if (kind === 'anyone') return { kind, address: addressToCount(request.ip) };
  if (kind === 'client') return authenticate(ports, bearerOf(request.headers.authorization));
  return kind === 'guest' ? findGuestLink(ports, token) : findLink(ports, token);
}

/**
 * Requires that the review's own page sent the request; a link alone is not enough. This keeps programs from deciding
 * by accident or by guessing the interface. It does not prove that a person decides; signing in does.
 */
export function requirePage(ports: Ports, actor: Actor, request: FastifyRequest): void {
  const { origin, 'x-page-key': key } = request.headers;
  // `actorOf` has refused other sites' origins; browsers send the origin with every write.
  if (actor.kind === 'reviewer') checkPageKey(ports, actor, origin === undefined ? '' : String(key ?? ''));
}
