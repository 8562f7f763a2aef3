import { readdir, readFile } from 'node:fs/promises';
import { createEmulator, type EmulatorContext } from 'emulate';

/** The emulator's router. The first matching route wins, so our routes are registered before the emulator's. */
export type Router = EmulatorContext<object>['app'];
export type RouteContext = Parameters<Parameters<Router['get']>[1]>[0];
type Webhooks = EmulatorContext<object>['webhooks'];

export interface Row {
  id: number;
  created_at: string;
  updated_at: string;
}
export interface Collection<Fields> {
  insert(data: Fields & { id?: number }): Fields & Row;
  update(id: number, data: Partial<Fields>): (Fields & Row) | undefined;
  delete(id: number): boolean;
  findBy(field: string, value: unknown): Array<Fields & Row>;
  findOneBy(field: string, value: unknown): (Fields & Row) | undefined;
  get(id: number): (Fields & Row) | undefined;
  all(): Array<Fields & Row>;
}
interface Store {
  collection<Fields>(name: string, indexFields: string[]): Collection<Fields>;
}

/** The owner of a bearer token, as the emulator's own routes read it. */
export interface TokenOwner {
  login: string;
  id: number;
  scopes: string[];
  installation?: {
    installationId: number;
    appId: number;
    accountId: number;
    accountType: 'User' | 'Organization';
    permissions: Record<string, string>;
    repositoryIds: number[];
    repositorySelection: 'all' | 'selected';
  };
}

interface Plugin {
  register(app: Router, store: Store, webhooks: Webhooks, baseUrl: string, tokens: Map<string, TokenOwner>): void;
}
interface EmulatorModule {
  githubPlugin: Plugin;
  seedFromConfig(store: Store, baseUrl: string, config: object): void;
}

export interface Emulator {
  url: string;
  app: Router;
  tokens: Map<string, TokenOwner>;
  webhooks: Webhooks;
  collection<Fields>(name: string, indexFields: string[]): Collection<Fields>;
  /** Adds users and organizations, unless they exist. */
  seed(config: object): void;
  close(): Promise<void>;
}

// The emulator accepts accounts and installations only at its start, but tests create theirs later. Its plugin object
// gives access to the router and the store, but lives in a chunk whose name contains a hash.
async function loadModule(): Promise<EmulatorModule> {
  const dist = new URL('../../../node_modules/emulate/dist/', import.meta.url);
  for (const name of await readdir(dist)) {
    if (!name.startsWith('dist-') || !name.endsWith('.js')) continue;
    const file = new URL(name, dist);
    if ((await readFile(file, 'utf8')).includes('githubPlugin')) return await import(/* @vite-ignore */ file.href);
  }
  throw new Error('This version of the emulator has no GitHub plugin where 0.12.2 has it.');
}

let starting: Promise<unknown> = Promise.resolve();

/** Starts the emulator. `extend` gets its router before the emulator adds its own routes. */
export function startEmulator(
  options: { seed: Record<string, unknown>; tokens: Record<string, { login: string }> },
  extend: (app: Router, baseUrl: string) => void,
): Promise<Emulator> {
  const started = starting.then(() => start(options, extend));
  // One start at a time: the hook on the plugin is shared by the process.
  starting = started.catch(() => undefined);
  return started;
}

async function start(
  options: { seed: Record<string, unknown>; tokens: Record<string, { login: string }> },
  extend: (app: Router, baseUrl: string) => void,
): Promise<Emulator> {
  const module = await loadModule();
  const register = module.githubPlugin.register;
  let parts: Omit<Emulator, 'url' | 'close'> | undefined;
  module.githubPlugin.register = (app, store, webhooks, baseUrl, tokens) => {
    extend(app, baseUrl);
    register(app, store, webhooks, baseUrl, tokens);
    parts = {
      app,
      tokens,
      webhooks,
      collection: (name, indexFields) => store.collection(name, indexFields),
      seed: (config) => module.seedFromConfig(store, baseUrl, config),
    };
  };
  try {
    const emulator = await createEmulator({
      service: 'github',
      port: 0,
      seed: { tokens: options.tokens, github: options.seed },
    });
    if (parts === undefined) throw new Error('The emulator started without its GitHub plugin.');
    return { ...parts, url: emulator.url, close: () => emulator.close() };
  } finally {
    module.githubPlugin.register = register;
  }
}
