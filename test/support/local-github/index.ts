import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeOnce } from '../file-end.ts';
import { actionsRoutes, type RunFacts } from './actions.ts';
import { type CheckButton, checkRoutes } from './checks.ts';
import { contentRoutes } from './contents.ts';
import { deploymentRoutes } from './deployments.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { answerConditionally, createFaults } from './faults.ts';
import { ask, branchHead, commit, enqueue, person, putBranch } from './git.ts';
import { createHeld } from './held.ts';
import { appId, events, installApp, installationRoute, permissions } from './installation.ts';
import { createOidcIssuer, oidcRoutes } from './oidc.ts';
import { createProxy, followRenames, type Route } from './proxy.ts';
import { copyCommit, pullRoutes } from './pulls.ts';
import { actionsAppId, startRun } from './run.ts';
import { openTables, requirePullRequest, requireRepository, type Tables } from './tables.ts';
import type { Dispatch, LocalGitHub } from './types.ts';
import { createSender } from './webhooks.ts';

export type { Check, Comment, Dispatch, LocalGitHub, Run } from './types.ts';

/**
 * The keys of the App and of GitHub Actions. All local GitHubs of a process share them, because generating them takes
 * longer than starting the rest.
 */
const [appKey, actionsKey] = [newKey(), newKey()];

function newKey(): string {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }).privateKey;
}

/**
 * Starts a local GitHub on loopback: an emulator of its API with a thin proxy in front that adds what it lacks
 * (id-tokens, runs, dispatches, deployments, pull requests that follow their branches, limits, unknown tokens).
 */
export async function startLocalGitHub(): Promise<LocalGitHub> {
  const app = {
    id: String(appId),
    privateKey: appKey,
    webhookSecret: randomBytes(20).toString('hex'),
    slug: 'sightline',
  };
  const issuer = await createOidcIssuer();
  const directory = await mkdtemp(join(tmpdir(), 'local-github-'));
  const sender = createSender(app.webhookSecret);
  const webhookUrls = new Map<string, string>();
  const dispatches = new Map<string, Dispatch[]>();
  const listeners: Array<(dispatch: Dispatch & { repository: string }) => void> = [];
  const runs = new Map<number, RunFacts>();
  const claims = new Map<number, Record<string, unknown>>();
  const deaf = new Set<string>();
  /** The repositories by their former names. */
  const formerNames = new Map<string, number>();
  const faults = createFaults();
  const { held, ...holding } = createHeld();
  const buttons = new Map<number, CheckButton[]>();
  let down = false;
  let routes: Route[] = [];
  let running: { emulator: Emulator; tables: Tables } | undefined;
  const emulator = () => {
    if (running === undefined) throw new Error('The local GitHub is still starting.');
    return running.emulator;
  };
  const tables = () => {
    if (running === undefined) throw new Error('The local GitHub is still starting.');
    return running.tables;
  };

  const target = (repository: string) => {
    const url = webhookUrls.get(repository);
    const row = tables().repositories.findOneBy('full_name', repository);
    const installation = tables()
      .installations.all()
      .find((candidate) => candidate.app_id === appId && candidate.repository_ids.includes(row?.id ?? 0));
    return url === undefined || installation === undefined ? undefined : { url, id: installation.installation_id };
  };
  const send = (repository: string, event: string, payload: Record<string, unknown>) => {
    const to = target(repository);
    if (to === undefined || !events.includes(event) || deaf.has(repository)) return;
    const complete = { ...payload, installation: { id: to.id } };
    holding.event(event, complete);
    sender.send(to.url, event, complete);
  };

  const started = await startEmulator(
    {
      tokens: { [person.token]: { login: person.login } },
      seed: {
        users: [{ login: person.login, name: 'The Octocat' }],
        apps: [
          { app_id: appId, slug: app.slug, name: 'Sightline', private_key: app.privateKey, permissions, events },
          { app_id: actionsAppId, slug: 'github-actions', name: 'GitHub Actions', private_key: actionsKey },
        ],
      },
    },
    (router, baseUrl) => {
      routes = [
        ...oidcRoutes(issuer, baseUrl),
        ...checkRoutes(tables, buttons),
        ...actionsRoutes({
          tables,
          runs,
          branchHead: (repository, branch) => branchHead(emulator(), repository, branch),
          hasFile: (repository, path) =>
            ask(emulator(), 'GET', `/repos/${repository}/contents/${path}`).then(
              () => true,
              () => false,
            ),
          dispatched(repository, dispatch) {
            dispatches.set(repository, [...(dispatches.get(repository) ?? []), dispatch]);
            for (const listener of listeners) listener({ repository, ...dispatch });
          },
        }),
        ...deploymentRoutes(tables, async (repository, ref) => {
          const [, number] = /^(?:refs\/)?pull\/(\d+)\/merge$/.exec(ref) ?? [];
          if (number === undefined) return branchHead(emulator(), repository, ref);
          return requirePullRequest(tables(), repository, Number(number)).merge_commit_sha ?? undefined;
        }),
        ...pullRoutes({ emulator, tables, send }),
        ...contentRoutes(emulator, tables),
        installationRoute(emulator, tables),
      ];
      const proxy = createProxy(holding.prune(router.fetch), {
        isDown: () => down,
        around: (request, handle) =>
          faults.around(request, () => answerConditionally(request, () => holding.around(request, handle))),
        tokens: () => emulator().tokens,
        appKeys: new Map([[appId, app.privateKey]]),
        routes,
      });
      router.fetch = followRenames(proxy, formerNames, tables);
    },
  );
  running = { emulator: started, tables: openTables(started) };
  const dispatchHooks = started.webhooks.dispatch.bind(started.webhooks);
  started.webhooks.dispatch = async (event, action, payload, owner, repo) => {
    if (repo !== undefined) send(`${owner}/${repo}`, event, holding.pruneEvent(event, { ...Object(payload) }));
    await dispatchHooks(event, action, payload, owner, repo);
  };

  const ensureAccount = (login: string) =>
    started.seed({ orgs: [{ login, members: [{ login: person.login, role: 'admin' }] }] });

  return {
    apiUrl: started.url,
    oidcIssuer: started.url,
    app,
    async createRepository({ owner, name, files = {}, private: isPrivate = false }) {
      ensureAccount(owner);
      await ask(started, 'POST', `/orgs/${owner}/repos`, { name, private: isPrivate, auto_init: true });
      const fullName = `${owner}/${name}`;
      if (Object.keys(files).length > 0) {
        await commit(started, tables(), { repository: fullName, branch: 'main', files, message: 'Add files' });
      }
      return { id: requireRepository(tables(), fullName).id, fullName };
    },
    async installApp(fullName, webhookUrl) {
      const installationId = await installApp(started, tables(), fullName);
      webhookUrls.set(fullName, webhookUrl);
      return { installationId };
    },
    async openPullRequest({ repository, branch, title, files, fork, at, by, base: into }) {
      const base = requireRepository(tables(), repository);
      let from = repository;
      if (fork !== undefined) {
        ensureAccount(fork);
        from = `${fork}/${base.name}`;
        if (tables().repositories.findOneBy('full_name', from) === undefined) {
          await ask(started, 'POST', `/repos/${repository}/forks`, { organization: fork });
        }
      }
      const changes = files ?? { 'CHANGES.md': `${title}\n` };
      const made = { repository: from, branch, files: changes, message: title, ...(by === undefined ? {} : { by }) };
      if (at !== undefined && fork !== undefined)
        copyCommit(started, base.id, requireRepository(tables(), from).id, at);
      if (at !== undefined) await putBranch(started, from, branch, at, by);
      const headSha = at ?? (await commit(started, tables(), made));
      const start = await branchHead(started, repository, base.default_branch);
      if (into !== undefined && start !== undefined) await putBranch(started, repository, into, start);
      const head = fork === undefined ? branch : `${fork}:${branch}`;
      const opened = await ask(
        started,
        'POST',
        `/repos/${repository}/pulls`,
        { title, head, base: into ?? base.default_branch },
        by,
      );
      return { number: Number(Reflect.get(Object(opened), 'number')), headSha };
    },
    async push({ files, ...push }) {
      const changes = files ?? { 'CHANGES.md': `${push.message} ${randomBytes(4).toString('hex')}\n` };
      return { headSha: await commit(started, tables(), { ...push, files: changes }) };
    },
    startRun: (run) => startRun({ emulator: started, tables: tables(), issuer, runs, claims, directory }, run),
    async checks(repository, sha) {
      const { id } = requireRepository(tables(), repository);
      return tables()
        .checkRuns.findBy('repo_id', id)
        .filter((check) => check.head_sha === sha)
        .map((check) => ({
          id: check.id,
          name: check.name,
          status: check.status,
          conclusion: check.conclusion,
          title: check.output.title ?? '',
          summary: check.output.summary ?? '',
          text: check.output.text ?? '',
          detailsUrl: check.details_url,
          actions: buttons.get(check.id) ?? [],
        }));
    },
    async comments(repository, pullRequest) {
      const pull = requirePullRequest(tables(), repository, pullRequest);
      return tables()
        .comments.findBy('repo_id', pull.repo_id)
        .filter((comment) => comment.comment_type === 'issue' && comment.issue_number === pull.number)
        .map(({ id, body, user_id }) => ({ id, body, author: tables().users.get(user_id)?.login ?? 'ghost' }));
    },
    dispatches: (repository) => dispatches.get(repository) ?? [],
    onDispatch: (listener) => void listeners.push(listener),
    signIdToken: (run, audience, replaced = {}) =>
      issuer.sign(started.url, audience, { ...claims.get(run.runId), ...replaced }),
    setOutage(outage) {
      down = outage;
    },
    loseEvents: (repository, lost) => void (lost ? deaf.add(repository) : deaf.delete(repository)),
    inject: faults.inject,
    calls: faults.calls,
    held,
    routes: () => routes.map(({ method, path, template }) => ({ method, template: template ?? null, path })),
    async deliver(repository, event, payload, forge) {
      const to = target(repository);
      if (to === undefined) throw new Error(`The App is not installed on ${repository}.`);
      return await sender.deliver(to.url, event, { installation: { id: to.id }, ...payload }, forge);
    },
    async enqueue(options) {
      const { headSha, payload } = await enqueue(started, tables(), options);
      if (options.tell !== false) send(options.repository, 'merge_group', payload);
      return { headSha };
    },
    endRun(runId, conclusion) {
      tables().workflowRuns.update(runId, { status: 'completed', conclusion });
    },
    async changeRepository(repository, change) {
      const row = requireRepository(tables(), repository);
      const action = change.name !== undefined ? 'renamed' : change.private ? 'privatized' : 'publicized';
      await ask(started, 'PATCH', `/repos/${repository}`, change);
      const fullName = change.name === undefined ? repository : `${repository.split('/')[0]}/${change.name}`;
      if (fullName !== repository) formerNames.set(repository, row.id);
      const url = webhookUrls.get(repository);
      if (url !== undefined) webhookUrls.set(fullName, url);
      send(fullName, 'repository', {
        action,
        repository: { id: row.id, full_name: fullName, private: change.private ?? row.private },
      });
    },
    close: closeOnce(async () => {
      await sender.close();
      await started.close();
      await rm(directory, { recursive: true, force: true });
      if (held.unpublished.size > 0) {
        throw new Error(`GitHub does not publish this:\n${[...held.unpublished.keys()].join('\n')}`);
      }
    }),
  };
}
