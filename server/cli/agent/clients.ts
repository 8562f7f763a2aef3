import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../failure.ts';
import { opencodePlugin } from './opencode-plugin.ts';

/** What a JSON file is to contain: a value at a path, or one more value of the list at a path. */
export interface Entry {
  path: string[];
  value: unknown;
  /** Text by which one of the list's values is known as ours. */
  among?: string;
}

/** A file of a client, in a project and for a user, relative to the project and to the home folder. */
interface Place {
  project: string;
  user: string;
}

export interface AgentClient {
  name: string;
  title: string;
  /** Where it keeps its MCP servers: an entry of a JSON file, or a table of a TOML file. */
  servers: Place & ({ entry(url: string): Entry } | { table(url: string): string });
  /** Where the command stands that it runs when the agent is about to finish: entries of a JSON file, or a file of ours. */
  hook: Place &
    ({ entries(command: string): Entry[] } | { file(command: string): string }) & {
      goOn(reason: string): object;
    };
  /** What a person does next. */
  signIn: string;
}

/** How a hook's command begins, by which its entry is found again. */
export const HOOK = 'sightline agent hook';

const inServers = (value: (url: string) => object) => ({
  entry: (url: string): Entry => ({ path: ['mcpServers', 'sightline'], value: value(url) }),
});

/** A hook in the form that Claude Code began and others took over. */
const hookList =
  (event: string, timeout: number) =>
  (command: string): Entry[] => [
    { path: ['hooks', event], value: { hooks: [{ type: 'command', command, timeout }] }, among: HOOK },
  ];

export const agentClients: readonly AgentClient[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    servers: { project: '.mcp.json', user: '.claude.json', ...inServers((url) => ({ type: 'http', url })) },
    hook: {
      ...{ project: '.claude/settings.json', user: '.claude/settings.json', entries: hookList('Stop', 30) },
      goOn: (reason) => ({ decision: 'block', reason }),
    },
    signIn: 'claude mcp login sightline',
  },
  {
    name: 'codex',
    title: 'Codex',
    servers: {
      ...{ project: '.codex/config.toml', user: '.codex/config.toml' },
      table: (url) => `[mcp_servers.sightline]\nurl = ${JSON.stringify(url)}\n`,
    },
    hook: {
      ...{ project: '.codex/hooks.json', user: '.codex/hooks.json', entries: hookList('Stop', 30) },
      goOn: (reason) => ({ decision: 'block', reason }),
    },
    signIn: 'codex mcp login sightline',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    servers: { project: '.cursor/mcp.json', user: '.cursor/mcp.json', ...inServers((url) => ({ url })) },
    hook: {
      ...{ project: '.cursor/hooks.json', user: '.cursor/hooks.json' },
      entries: (command) => [
        { path: ['version'], value: 1 },
        { path: ['hooks', 'stop'], value: { command, loop_limit: 3 }, among: HOOK },
      ],
      goOn: (reason) => ({ followup_message: reason }),
    },
    signIn: 'press Connect beside sightline under Cursor Settings → MCP',
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    servers: {
      ...{ project: '.gemini/settings.json', user: '.gemini/settings.json' },
      ...inServers((url) => ({ httpUrl: url })),
    },
    hook: {
      ...{ project: '.gemini/settings.json', user: '.gemini/settings.json', entries: hookList('AfterAgent', 30_000) },
      goOn: (reason) => ({ decision: 'deny', reason }),
    },
    signIn: '/mcp auth sightline in a session',
  },
  {
    name: 'opencode',
    title: 'opencode',
    servers: {
      ...{ project: 'opencode.json', user: '.config/opencode/opencode.json' },
      entry: (url) => ({ path: ['mcp', 'sightline'], value: { type: 'remote', url, enabled: true } }),
    },
    hook: {
      ...{ project: '.opencode/plugins/sightline.js', user: '.config/opencode/plugins/sightline.js' },
      file: opencodePlugin,
      goOn: (reason) => ({ prompt: reason }),
    },
    signIn: 'opencode mcp auth sightline',
  },
];

/** Returns a client by its name. @throws UsageError that lists the names */
export function findAgentClient(name: string): AgentClient {
  const found = agentClients.find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new UsageError(`There is no client "${name}". There are: ${agentClients.map((each) => each.name).join(', ')}.`);
}

/** Returns the files of a client, of this folder or for all projects. */
export const pathsOf = ({ servers, hook }: AgentClient, forUser: boolean): string[] =>
  [servers, hook].map((place) => pathOf(place, forUser));

export const pathOf = ({ project, user }: Place, forUser: boolean): string =>
  forUser ? join(homedir(), user) : join(process.cwd(), project);
