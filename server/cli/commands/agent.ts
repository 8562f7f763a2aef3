import { text as readAll } from 'node:stream/consumers';
import { askAtStop } from '../agent/ask-at-stop.ts';
import { type AgentClient, agentClients, findAgentClient, HOOK, pathsOf } from '../agent/clients.ts';
import { hashOf, type Installed, readInstalled, writeInstalled, writeWhole } from '../agent/installed.ts';
import type { Change } from '../agent/plan.ts';
import { showChanges } from '../agent/show-changes.ts';
import { type Context, defineCommand, type Result } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { UsageError } from '../failure.ts';

const documentOf = (client: AgentClient, changes: readonly Change[], written: boolean) => ({
  client: client.name,
  written,
  files: changes.map(({ path, before, after }) => ({
    path,
    change: before === null ? 'new' : after === null ? 'removed' : 'changed',
  })),
});

/** Shows the changes, and returns whether they may be made. */
async function mayWrite({ terminal }: Context, changes: readonly Change[], yes: boolean): Promise<boolean> {
  showChanges(terminal, changes);
  if (yes) return true;
  if (terminal.input.isTTY !== true) return false;
  return /^y(es)?$/i.test(await terminal.ask(`Write ${changes.length === 1 ? 'this file' : 'these files'}? [y/N] `));
}

const unwritten = (client: AgentClient, changes: readonly Change[]): Result => ({
  document: documentOf(client, changes, false),
  text: 'Nothing was written. Repeat with --yes to write what is shown.',
  exitCode: exitCode.usage,
});

// Loaded only here: it needs a package, and the other commands run without any.
const loadPlan = () => import('../agent/plan.ts');

async function install(
  context: Context,
  client: AgentClient,
  { globs, forUser, yes }: { globs: readonly string[]; forUser: boolean; yes: boolean },
): Promise<Result> {
  const url = `${context.url}/mcp/sightline`;
  // They stand in a command of a shell, in double quotes.
  const wrong = globs.find((glob) => /["$`\\\n]/.test(glob));
  if (wrong !== undefined) throw new UsageError(`--ask-for takes paths without quotes, $ and \\: not ${wrong}`);
  const hook = globs.length === 0 ? null : [HOOK, client.name, ...globs.map((glob) => `--ask-for "${glob}"`)].join(' ');
  const { planInstall } = await loadPlan();
  const changes = await planInstall(client, { url, hook, forUser });
  const next = `Sign in: ${client.signIn}.`;
  if (changes.length === 0) {
    return { document: documentOf(client, [], true), text: `${client.title} already has Sightline. ${next}` };
  }
  if (!(await mayWrite(context, changes, yes))) return unwritten(client, changes);
  const known = await readInstalled(context.env);
  const records = changes.map(({ path, before, after }): Installed => {
    const earlier = known.find((each) => each.path === path);
    const untouched = earlier !== undefined && before !== null && hashOf(before) === earlier.after;
    const original = untouched ? earlier.before : before === null ? null : Buffer.from(before).toString('base64');
    return { client: client.name, path, before: original, after: hashOf(after ?? ''), hook, url };
  });
  const others = known.filter(({ path }) => !records.some((each) => each.path === path));
  // First what is needed to undo it.
  await writeInstalled(context.env, [...others, ...records]);
  for (const { path, after } of changes) await writeWhole(path, after);
  const undo = `Undo: sightline agent uninstall ${client.name}${forUser ? ' --user' : ''}`;
  return { document: documentOf(client, changes, true), text: `${client.title} has Sightline now. ${next}\n${undo}` };
}

async function uninstall(context: Context, client: AgentClient, forUser: boolean, yes: boolean): Promise<Result> {
  const known = await readInstalled(context.env);
  const paths = pathsOf(client, forUser);
  const own = known.filter((each) => each.client === client.name && paths.includes(each.path));
  if (own.length === 0) {
    const where = forUser ? 'for all projects' : 'in this folder';
    throw new UsageError(`Sightline has written no file for ${client.title} ${where}.${forUser ? '' : ' See --user.'}`);
  }
  const { planUninstall } = await loadPlan();
  const changes = await planUninstall(client, own, forUser);
  if (!(await mayWrite(context, changes, yes))) return unwritten(client, changes);
  for (const { path, after } of changes) await writeWhole(path, after);
  await writeInstalled(
    context.env,
    known.filter((each) => !own.includes(each)),
  );
  return { document: documentOf(client, changes, true), text: `${client.title} no longer has Sightline.` };
}

/** Answers a client whose agent is about to finish. A fault lets it finish. */
async function hook({ terminal }: Context, client: AgentClient, globs: readonly string[]): Promise<Result> {
  const told: unknown = JSON.parse((await readAll(terminal.input)).replace(/^\uFEFF/, '') || '{}');
  const reason = await askAtStop(told ?? {}, globs);
  const answer = reason === null ? {} : client.hook.goOn(reason);
  return { document: answer, text: JSON.stringify(answer) };
}

export const agent = defineCommand({
  name: 'agent',
  arguments: 'install|uninstall CLIENT',
  count: [2, 2],
  summary: 'Connect a coding agent to this service, or undo that',
  details: `Clients: ${agentClients.map(({ name }) => name).join(', ')}. Shows what it writes before it writes it; uninstalling restores each file byte for byte. With --ask-for, an agent that changed such files is asked to get sign-off before it finishes.`,
  examples: ['sightline agent install claude-code --ask-for "src/ui/**"', 'sightline agent uninstall claude-code'],
  options: {
    'ask-for': { type: 'string', multiple: true, value: 'PATHS', help: 'Files that people see, such as "src/ui/**"' },
    user: { type: 'boolean', help: 'For all your projects, not only for this folder' },
    yes: { type: 'boolean', short: 'y', help: 'Write without asking' },
  },
  async run(context, words, values) {
    const [action, name = ''] = words;
    const client = findAgentClient(name);
    const globs = values['ask-for'] ?? [];
    const yes = values.yes === true;
    if (action === 'install') return install(context, client, { globs, forUser: values.user === true, yes });
    if (action === 'uninstall') return uninstall(context, client, values.user === true, yes);
    if (action === 'hook') return hook(context, client, globs);
    throw new UsageError(`"sightline agent" installs or uninstalls, not "${action}". See "sightline agent --help".`);
  },
});
