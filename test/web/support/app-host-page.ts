/** Runs in the page of a chat: draws an App as hosts do, with the official SDK for hosts. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/** How a chat draws an App. */
export interface Drawing {
  html: string;
  policy: string;
  /** The sandbox's tokens. */
  sandbox: string;
  /** The address of a sandbox on an origin of its own; null: the App is drawn directly. */
  proxy: string | null;
  context: object;
  capabilities: object;
  input: Record<string, unknown>;
}

interface Chat {
  /** The test's functions. */
  callTool(params: unknown): Promise<object>;
  heard(kind: string, params: unknown): Promise<boolean>;
  draw(drawing: Drawing): Promise<void>;
  finish(result: object): Promise<void>;
  change(context: object): void;
  teardown(): Promise<void>;
}
const chat = globalThis as unknown as Chat;
let bridge: AppBridge;

function withPolicy({ html, policy }: Drawing): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.replaceAll('"', '&quot;')}">`;
  return html.replace('<head>', `<head>${meta}`);
}

/** Returns `result`, or rejects where the test refuses. */
async function unlessRefused<Result extends object>(kind: string, params: unknown, result: Result): Promise<Result> {
  if (!(await chat.heard(kind, params))) throw new Error(`${kind} refused`);
  return result;
}

chat.draw = async (drawing) => {
  const { sandbox, proxy, context, capabilities, input } = drawing;
  const frame = document.createElement('iframe');
  bridge = new AppBridge(null, { name: 'chat', version: '1' }, capabilities, { hostContext: context as never });
  bridge.oncalltool = async (params) => (await chat.callTool(params)) as never;
  bridge.onopenlink = (params) => unlessRefused('open-link', params, {});
  bridge.onmessage = (params) => unlessRefused('message', params, {});
  bridge.onupdatemodelcontext = (params) => unlessRefused('context', params, {});
  bridge.onrequestdisplaymode = async ({ mode }) => {
    await chat.heard('display-mode', { mode });
    frame.style.height = '100vh';
    bridge.setHostContext({ ...context, displayMode: mode } as never);
    return { mode };
  };
  bridge.onsizechange = ({ height }) => {
    frame.style.height = `${height}px`;
    void chat.heard('size', { height });
  };
  const initialized = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve();
  });
  bridge.onsandboxready = () => bridge.sendSandboxResourceReady({ html: withPolicy(drawing), sandbox });
  document.body.append(frame);
  if (frame.contentWindow === null) throw new Error('The frame has no window');
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  if (proxy === null) {
    frame.setAttribute('sandbox', sandbox);
    frame.srcdoc = withPolicy(drawing);
  } else frame.src = proxy;
  await initialized;
  await bridge.sendToolInput({ arguments: input });
};
chat.finish = (result) => bridge.sendToolResult(result as never);
chat.change = (context) => bridge.setHostContext(context as never);
chat.teardown = async () => void (await bridge.teardownResource({}));
