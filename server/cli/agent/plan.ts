import { UsageError } from '../failure.ts';
import { type AgentClient, pathOf } from './clients.ts';
import { withEntries, withoutEntries, withoutTable, withTable } from './edit-file.ts';
import { hashOf, type Installed, readWhole } from './installed.ts';

/** What a file is, and what it will be; null: no file. */
export interface Change {
  path: string;
  before: string | null;
  after: string | null;
}

type Edit = (text: string | null) => string | null;

/** Returns how each file of a client is changed, in the order in which they are shown. */
function editsOf(client: AgentClient, url: string, hook: string | null, forUser: boolean, isRemoval: boolean) {
  const { servers, hook: hooks } = client;
  const edits: { path: string; edit: Edit }[] = [];
  const json = (entries: Parameters<typeof withEntries>[1]): Edit => {
    return (text) => (isRemoval ? text && withoutEntries(text, entries) : withEntries(text, entries));
  };
  edits.push({
    path: pathOf(servers, forUser),
    edit:
      'entry' in servers
        ? json([servers.entry(url)])
        : (text) => (isRemoval ? text && withoutTable(text, servers.table(url)) : withTable(text, servers.table(url))),
  });
  if (hook !== null) {
    const own: Edit = () => ('file' in hooks && !isRemoval ? hooks.file(hook) : null);
    edits.push({ path: pathOf(hooks, forUser), edit: 'entries' in hooks ? json(hooks.entries(hook)) : own });
  }
  return edits;
}

/** Returns what installing changes. @throws UsageError for a file that cannot be changed without harm */
export async function planInstall(
  client: AgentClient,
  { url, hook, forUser }: { url: string; hook: string | null; forUser: boolean },
): Promise<Change[]> {
  const changes = new Map<string, Change>();
  for (const { path, edit } of editsOf(client, url, hook, forUser, false)) {
    const known = changes.get(path);
    const before = known === undefined ? await readWhole(path) : known.before;
    const after = edit(known === undefined ? before : known.after);
    if (after === null) throw new UsageError(`${path} is not a JSON object. Fix it first; nothing was changed.`);
    changes.set(path, { path, before, after });
  }
  return [...changes.values()].filter(({ before, after }) => before !== after);
}

/**
 * Returns what uninstalling changes. A file that nobody changed since becomes what it was, byte for byte; from another
 * only our entries are removed.
 */
export async function planUninstall(
  client: AgentClient,
  files: readonly Installed[],
  forUser: boolean,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const { path, before: kept, after: written, url, hook } of files) {
    const now = await readWhole(path);
    if (now === null) continue;
    const original = kept === null ? null : Buffer.from(kept, 'base64').toString('utf8');
    if (hashOf(now) === written) {
      changes.push({ path, before: now, after: original });
      continue;
    }
    let rest: string | null = now;
    for (const each of editsOf(client, url, hook, forUser, true)) if (each.path === path) rest = each.edit(rest);
    if (rest === null) throw new UsageError(`${path} was changed too much since. Remove sightline from it by hand.`);
    if (rest !== now) changes.push({ path, before: now, after: rest });
  }
  return changes;
}
