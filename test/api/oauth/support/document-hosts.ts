import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseOutboundAllow } from '../../../../server/adapters/outbound/index.ts';
import { startHttpServer } from '../../../support/servers.ts';
import { selfSigned, trustSelfSignedInFile } from '../../adapters/support/self-signed.ts';
import { newVerifier } from './oauth-client.ts';

/** Lets a test's service read client documents on this machine, which no setting allows. */
export const documentsFromHere = {
  outboundAllow: parseOutboundAllow('127.0.0.1/32').map((rule) => ({ ...rule, use: 'client_document' as const })),
};

/** How the host answers for the document. */
export interface HostAnswer {
  status?: number;
  type?: string | null;
  headers?: Record<string, string>;
  body: string | Buffer;
}

/** The return address of the published clients. */
export const RETURN = 'https://agent.example/callback';

export interface DocumentHost {
  port: number;
  /** Publishes a document and returns its address. */
  publish(more?: Record<string, unknown>, answer?: Partial<HostAnswer>): string;
  /** The answers, by path. */
  answers: Map<string, HostAnswer>;
  /** The paths of all requests. */
  reads: string[];
  close(): Promise<void>;
}

/** Starts a host of client documents on loopback, whose certificate this test file trusts. */
export async function startDocumentHost(): Promise<DocumentHost> {
  trustSelfSignedInFile();
  const answers = new Map<string, HostAnswer>();
  const reads: string[] = [];
  const handler = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    reads.push(path);
    const { status, type, headers, body } = answers.get(path) ?? { status: 404, body: 'nothing' };
    if (type !== null) response.setHeader('content-type', type ?? 'application/json');
    response.writeHead(status ?? 200, headers);
    response.end(body);
  };
  const { port, close } = await startHttpServer(handler, { tls: selfSigned });
  let count = 0;
  function publish(more: Record<string, unknown> = {}, answer: Partial<HostAnswer> = {}): string {
    count += 1;
    const path = `/clients/${count}.json`;
    const url = `https://localhost:${port}${path}`;
    const document = { client_id: url, client_name: 'Agent', redirect_uris: [RETURN], ...more };
    answers.set(path, { body: JSON.stringify(document), ...answer });
    return url;
  }
  return { port, publish, answers, reads, close };
}

export interface Screen {
  status: number;
  page: string;
  location: string | null;
}

/** Requests a client's connect screen from a service. */
export async function askScreen(url: string, clientId: string, redirectUri = RETURN): Promise<Screen> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: newVerifier().challenge,
    code_challenge_method: 'S256',
  });
  const response = await fetch(`${url}/oauth/authorize?${query}`, { redirect: 'manual' });
  return { status: response.status, page: await response.text(), location: response.headers.get('location') };
}

export const isScreen = ({ status, page }: Screen): boolean => status === 200 && page.includes('name="consent"');
