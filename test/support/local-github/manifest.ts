import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startHttpServer } from '../servers.ts';

/** An App that was created from a manifest, with all its secrets. */
export interface MadeApp {
  owner: string;
  manifest: Record<string, unknown>;
  slug: string;
  secrets: { pem: string; webhook_secret: string | null; client_secret: string };
}

/** The part of GitHub that creates Apps from manifests, with pages and API, on loopback. */
export interface ManifestGitHub {
  /** Separate addresses for pages and API, as on GitHub Enterprise Server. */
  webUrl: string;
  apiUrl: string;
  apps: MadeApp[];
  /** How many conversions returned credentials. */
  converted: number;
  /** How the API answers a code. */
  api: 'well' | 'down' | 'limited' | 'hangs up' | 'nonsense' | 'expired';
  close(): Promise<void>;
}

/** Events that GitHub sends to every App and refuses in a manifest. */
const lifecycle = ['installation', 'installation_repositories', 'github_app_authorization'];
/** The permission that each event needs, from GitHub's reference of webhooks. */
const needs: Record<string, string> = {
  check_run: 'checks',
  check_suite: 'checks',
  issue_comment: 'issues',
  merge_group: 'merge_queues',
  pull_request: 'pull_requests',
  push: 'contents',
  repository: 'metadata',
  workflow_run: 'actions',
};

/** Returns GitHub's complaints about a manifest; empty when it is accepted. */
export function complaintsAbout(manifest: Record<string, unknown>): string[] {
  const { name, url, redirect_url, hook_attributes, default_events = [], default_permissions = {} } = manifest;
  const events = Array.isArray(default_events) ? default_events.map(String) : ['default_events is no list'];
  const hook = hook_attributes === undefined ? undefined : String(Reflect.get(Object(hook_attributes), 'url') ?? '');
  const isLocal = hook !== undefined && hook !== '' && /^https?:\/\/(localhost|127\.|\[::1\])/.test(hook);
  return [
    ...(typeof name === 'string' && name.length > 0 && name.length <= 34 ? [] : ['Name is missing or too long']),
    ...(typeof url === 'string' ? [] : [`Error "url" wasn't supplied.`]),
    ...(typeof redirect_url === 'string' ? [] : [`Error "redirect_url" wasn't supplied.`]),
    ...(hook === '' ? [`Error "url" wasn't supplied.`] : []),
    ...(isLocal ? ["Hook url is not supported because it isn't reachable over the public Internet"] : []),
    ...events.filter((event) => lifecycle.includes(event)).map((event) => `Default events unsupported: ${event}`),
    ...events
      .filter((event) => !(needs[event] !== undefined && needs[event] in Object(default_permissions)))
      .map((event) => `Default events are not supported by permissions: ${event}`),
  ];
}

const escapeText = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

function answer(response: ServerResponse, status: number, body: string, type = 'text/html'): ServerResponse {
  return response.writeHead(status, { 'content-type': type }).end(body);
}

export async function startManifestGitHub(): Promise<ManifestGitHub> {
  const codes = new Map<string, MadeApp>();
  const { privateKey: pem } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });

  async function show(request: IncomingMessage, response: ServerResponse, url: URL, owner: string): Promise<void> {
    const fields = new URLSearchParams(await text(request));
    const manifest = JSON.parse(fields.get('manifest') ?? '{}');
    const complaints = complaintsAbout(manifest);
    if (complaints.length > 0) {
      answer(
        response,
        422,
        `<h1>Invalid GitHub App configuration</h1><p>${complaints.map(escapeText).join('<br>')}</p>`,
      );
      return;
    }
    const hidden = { manifest: JSON.stringify(manifest), state: url.searchParams.get('state') ?? '', owner };
    answer(
      response,
      200,
      `<!doctype html><title>Create GitHub App</title><form method="post" action="/confirm">${Object.entries(hidden)
        .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeText(value)}">`)
        .join(
          '',
        )}<input name="name" value="${escapeText(manifest.name)}"><button>Create GitHub App for ${escapeText(owner)}</button></form>`,
    );
  }

  async function confirm(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await text(request));
    const manifest = JSON.parse(fields.get('manifest') ?? '{}');
    const slug = (fields.get('name') ?? manifest.name).toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const app: MadeApp = {
      owner: fields.get('owner') ?? '',
      manifest,
      slug,
      secrets: {
        pem,
        webhook_secret: manifest.hook_attributes === undefined ? null : randomBytes(20).toString('hex'),
        client_secret: randomBytes(20).toString('hex'),
      },
    };
    const code = randomBytes(20).toString('hex');
    codes.set(code, app);
    github.apps.push(app);
    const back = new URL(String(manifest.redirect_url));
    back.searchParams.set('code', code);
    back.searchParams.set('state', fields.get('state') ?? '');
    response.writeHead(302, { location: back.href }).end();
  }

  function convert(response: ServerResponse, code: string): ServerResponse {
    const json = (status: number, body: unknown) => answer(response, status, JSON.stringify(body), 'application/json');
    if (github.api === 'hangs up') return response.destroy();
    if (github.api === 'down') return json(503, { message: 'Service unavailable' });
    if (github.api === 'limited') return json(403, { message: 'You have exceeded a secondary rate limit.' });
    if (github.api === 'nonsense') return json(201, { id: 'seven', pem: 'not a key', message: 'words of GitHub' });
    const app = github.api === 'expired' ? undefined : codes.get(code);
    if (app === undefined) return json(404, { message: 'Not Found' });
    codes.delete(code);
    github.converted += 1;
    return json(201, {
      id: 4000 + github.converted,
      slug: app.slug,
      html_url: `${github.webUrl}/github-apps/${app.slug}`,
      client_id: 'Iv1.local',
      owner: { login: app.owner },
      ...app.secrets,
    });
  }

  const { origin: webUrl, close } = await startHttpServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, organization] = /^(?:\/organizations\/([^/]+))?\/settings\/apps\/new$/.exec(url.pathname) ?? [];
    const [, code] = /^\/api\/v3\/app-manifests\/([^/]+)\/conversions$/.exec(url.pathname) ?? [];
    const isPost = request.method === 'POST';
    if (isPost && code !== undefined) return convert(response, code);
    if (isPost && url.pathname === '/confirm') return confirm(request, response);
    if (isPost && url.pathname.endsWith('/settings/apps/new'))
      return show(request, response, url, organization ?? 'octocat');
    return answer(response, 404, 'Not Found');
  });
  const github: ManifestGitHub = {
    webUrl,
    apiUrl: `${webUrl}/api/v3`,
    apps: [],
    converted: 0,
    api: 'well',
    close,
  };
  return github;
}
