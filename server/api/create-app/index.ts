import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppCreation, CreatedApp } from '../../domain/app-creation.ts';
import { describeFault } from '../../domain/describe-fault.ts';
import { type ConnectPage, createShell } from '../oauth/connect-page.ts';
import { formOf, isOwnPress, takeForms } from '../oauth/form.ts';
import * as pages from './pages.ts';

/** How the App can be created here. `environment`: its credentials come from environment variables. */
export type CreationState = 'environment' | LocalCreation;

interface LocalCreation {
  creation: AppCreation;
  /** Whether the created App runs in this process. */
  runs: boolean;
  /**
   * Prepares the App to run in this process.
   * @returns a function that starts it once the answer is sent; null when it cannot run
   */
  prepare(): Promise<(() => void) | null>;
}

const COOKIE_SECONDS = 7200;

/**
 * Returns the policy of a page. The form posts to GitHub, and GitHub Enterprise may send a person on to sign in
 * elsewhere: a browser checks the policy at each step of that way.
 */
function policyFor(action: string | null): string {
  const origin = action === null ? '' : ` ${new URL(action).origin}`;
  const further = origin === '' || origin === ' https://github.com' ? '' : ' https:';
  return `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'${origin}${further}`;
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  // GitHub learns the origin of the form, as from any other site; nobody else does.
  'referrer-policy': 'strict-origin',
};

/** `/github/setup`: creates the GitHub App in one click, and leads to the second, which installs it. */
export async function addAppCreation(
  server: FastifyInstance,
  state: CreationState,
  baseUrl: string,
  builtPages: string,
): Promise<void> {
  const shell = createShell(await readFile(join(builtPages, 'setup.html'), 'utf8'));
  const send = (reply: FastifyReply, page: ConnectPage, action: string | null = null) =>
    reply
      .code(page.status)
      .headers({ ...headers, 'content-security-policy': policyFor(action) })
      .send(shell(page));
  if (typeof state === 'string') {
    for (const url of ['/github/setup', '/github/setup/created']) {
      server.get(url, (_request, reply) => send(reply, pages.fixed()));
    }
    return;
  }
  await server.register(async (scope) => {
    takeForms(scope);
    scope.setErrorHandler((error, request, reply) => {
      request.log.error({ err: describeFault(error) }, 'creating the GitHub App');
      return send(reply, pages.broken());
    });
    addRoutes(scope, state, baseUrl, send);
  });
}

function addRoutes(
  scope: FastifyInstance,
  { creation, runs, prepare }: LocalCreation,
  baseUrl: string,
  send: (reply: FastifyReply, page: ConnectPage, action?: string | null) => FastifyReply,
): void {
  const secure = baseUrl.startsWith('https:');
  const name = secure ? '__Host-sightline-setup' : 'sightline-setup';

  async function holdsPass(request: FastifyRequest): Promise<boolean> {
    const cookies = (request.headers.cookie ?? '').split(';').map((each) => each.trim());
    const given = cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
    return given !== undefined && creation.isPass(given);
  }
  const letIn = async (reply: FastifyReply) =>
    reply
      .code(303)
      .headers({
        ...headers,
        // Lax, because the cookie must be sent when GitHub sends the person back.
        'set-cookie': `${name}=${await creation.pass()}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
        location: '/github/setup',
      })
      .send();

  async function sendCreated(reply: FastifyReply, app: CreatedApp): Promise<FastifyReply> {
    const begin = runs ? null : await prepare();
    // The server that answers is replaced by one with the App, which must wait until the answer is sent.
    if (begin !== null) reply.raw.once('close', begin);
    return send(reply, pages.createdPage(app, baseUrl, runs || begin !== null));
  }

  scope.get<{ Querystring: Record<string, unknown> }>('/github/setup', async (request, reply) => {
    const { secret, owner } = request.query;
    const app = await creation.app();
    const passed = await holdsPass(request);
    if (app !== null) return passed ? sendCreated(reply, app) : send(reply, pages.exists());
    if (typeof secret === 'string') {
      return (await creation.isSecret(secret)) ? letIn(reply) : send(reply, pages.locked(true));
    }
    if (!passed) return send(reply, pages.locked(false));
    const named = typeof owner === 'string' ? owner.trim().replace(/^@/, '') : '';
    if (named !== '' && !/^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/.test(named)) return send(reply, pages.badOwner());
    const form = await creation.form(named === '' ? null : named);
    return send(reply, pages.createPage(form, named === '' ? null : named, baseUrl), form.action);
  });

  scope.post('/github/setup', async (request, reply) => {
    if (!isOwnPress(request.headers, baseUrl)) return send(reply, pages.forged());
    if ((await creation.app()) !== null) return send(reply, pages.exists());
    return (await creation.isSecret((formOf(request).secret ?? '').trim()))
      ? letIn(reply)
      : send(reply, pages.locked(true));
  });

  scope.get<{ Querystring: Record<string, unknown> }>('/github/setup/created', async (request, reply) => {
    const { code, state } = request.query;
    const existing = await creation.app();
    const passed = await holdsPass(request);
    if (existing !== null) return passed ? sendCreated(reply, existing) : send(reply, pages.exists());
    if (!passed) return send(reply, pages.locked(false));
    if (typeof code !== 'string' || typeof state !== 'string' || !/^[\w.-]{1,200}$/.test(code)) {
      return send(reply, pages.noCode());
    }
    const finished = await creation.finish(code, state);
    if (finished.outcome === 'lost') return send(reply, pages.lost(finished.app));
    if (finished.outcome !== 'created' && finished.outcome !== 'exists') {
      const page = pages.refusals[finished.outcome]();
      return send(page.status === 503 ? reply.header('retry-after', 60) : reply, page);
    }
    return sendCreated(reply, finished.app);
  });
}
