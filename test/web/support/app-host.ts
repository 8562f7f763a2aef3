import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { type Agent, agents } from '../../support/app-client.ts';
import { startHttpServer } from '../../support/servers.ts';
import type { TestService } from '../../support/service.ts';
import type { Drawing } from './app-host-page.ts';

/** A sandbox of its own origin, which only passes on what the chat and the App send each other. */
const proxyPage = `<!doctype html><style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}</style><script>
const inner = document.createElement('iframe');
addEventListener('message', ({ source, data }) => {
  if (source === inner.contentWindow) parent.postMessage(data, '*');
  else if (data.method !== 'ui/notifications/sandbox-resource-ready') inner.contentWindow.postMessage(data, '*');
  else {
    inner.setAttribute('sandbox', data.params.sandbox);
    inner.srcdoc = data.params.html;
  }
});
document.documentElement.append(inner);
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script>`;

const chatPage =
  '<!doctype html><meta charset="utf-8"><style>body{margin:0}iframe{display:block;width:100%;border:0}</style><script src="/chat.js"></script>';

let bundled: Promise<string> | null = null;
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'app-host-page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
    tsconfigRaw: {},
  });
  return outputFiles[0]?.text ?? '';
}

/** Returns the policy that hosts make of what the resource declares. */
function policyOf({ connectDomains = [], resourceDomains = [] }: Record<string, string[]>): string {
  const from = ["'self'", "'unsafe-inline'", ...resourceDomains].join(' ');
  const images = ["'self'", 'data:', ...resourceDomains].join(' ');
  const connect = connectDomains.length === 0 ? "'none'" : connectDomains.join(' ');
  return `default-src 'none'; script-src ${from}; style-src ${from}; img-src ${images}; connect-src ${connect}; frame-src 'none'; object-src 'none'; base-uri 'self'`;
}

export interface Options {
  sandbox?: string;
  /** Whether the sandbox has an origin of its own. */
  proxied?: boolean;
  context?: object;
  capabilities?: object;
  viewport?: { width: number; height: number };
  /** The origins that the chat lets the App reach; default: what the resource declares. */
  csp?: Record<string, string[]>;
  /** Which requests of the App the chat refuses, by kind. */
  refuses?: readonly string[];
}

export interface Chat {
  page: Page;
  /** What the App draws. */
  app: FrameLocator;
  agent: Agent;
  /** Everything that the model receives. */
  model: unknown[];
  /** The tools that the App called. */
  calls: object[];
  /** What the App asked the chat for. */
  heard: { kind: string; params: unknown }[];
  /** Calls a tool as the model would, and draws the App where the tool has one. */
  call(name: string, input: object): Promise<Record<string, unknown>>;
  change(context: object): Promise<void>;
  teardown(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a chat whose agent uses the service, and which draws Apps. */
export async function openChat(
  browser: Browser,
  service: TestService,
  token: string,
  options: Options = {},
): Promise<Chat> {
  bundled ??= bundle();
  const script = await bundled;
  const chatServer = await startHttpServer(({ url }, response) => {
    response.setHeader('content-type', url === '/chat.js' ? 'text/javascript' : 'text/html');
    response.end(url === '/chat.js' ? script : chatPage);
  });
  const sandboxServer = await startHttpServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(proxyPage);
  });
  const connect = agents['2025-11-25'] as (typeof agents)[string];
  const agent = await connect(service.url, token);
  const uis = new Map((await agent.listTools()).map(({ name, _meta }) => [name, _meta?.ui]));
  const context = await browser.newContext({ viewport: options.viewport ?? { width: 800, height: 900 } });
  const page = await context.newPage();
  const model: unknown[] = [];
  const heard: Chat['heard'] = [];
  const calls: object[] = [];
  await page.exposeFunction('callTool', async ({ name, arguments: input }: { name: string; arguments: object }) => {
    calls.push({ name, arguments: input });
    if (uis.get(name)?.visibility?.includes('app') === false) throw new Error(`${name} is not for Apps`);
    return agent.call(name, input);
  });
  await page.exposeFunction('heard', (kind: string, params: unknown) => {
    heard.push({ kind, params });
    return options.refuses?.includes(kind) !== true;
  });
  await page.goto(chatServer.origin);
  return {
    page,
    app:
      options.proxied === true
        ? page.frameLocator('iframe').last().frameLocator('iframe')
        : page.frameLocator('iframe').last(),
    agent,
    model,
    calls,
    heard,
    async call(name, input) {
      const uri = uis.get(name)?.resourceUri;
      const called = agent.call(name, input);
      if (uri !== undefined) {
        const [{ text = '', _meta } = {}] = (await agent.read(uri)).contents;
        const { ui } = _meta as { ui: { csp: Record<string, string[]> } };
        const drawing: Drawing = {
          html: text,
          policy: policyOf(options.csp ?? ui.csp),
          sandbox: options.sandbox ?? 'allow-scripts',
          proxy: options.proxied === true ? sandboxServer.origin : null,
          context: options.context ?? {},
          capabilities: options.capabilities ?? { openLinks: {}, serverTools: {} },
          input: input as Record<string, unknown>,
        };
        await page.evaluate((each) => (globalThis as never as { draw(d: Drawing): Promise<void> }).draw(each), drawing);
      }
      const result = await called;
      model.push(result);
      if (uri !== undefined) {
        await page.evaluate((each) => (globalThis as never as { finish(r: object): void }).finish(each), result);
      }
      return result.structuredContent ?? {};
    },
    change: (more) => page.evaluate((each) => (globalThis as never as { change(c: object): void }).change(each), more),
    teardown: () => page.evaluate(() => (globalThis as never as { teardown(): Promise<void> }).teardown()),
    async close() {
      await context.close();
      await Promise.all([agent.close(), chatServer.close(), sandboxServer.close()]);
    },
  };
}
