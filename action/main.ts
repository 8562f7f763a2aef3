import * as core from '@actions/core';
import { register, requireIdToken } from './app.ts';
import { rowOf } from './comment/row.ts';
import { writeComment } from './comment/write.ts';
import { ActionError, Skip } from './error.ts';
import type { PullRequest } from './event.ts';
import { findPullRequest, readEvent } from './event.ts';
import type { GitHub } from './github.ts';
import { createGitHub } from './github.ts';
import type { Inputs } from './inputs.ts';
import { complete } from './pass/complete.ts';
import { openPass } from './pass/open-pass.ts';
import { requireApproval, waitForDecision } from './pass/wait-for-decision.ts';
import type { Report } from './report.ts';
import type { Service } from './service.ts';
import { connect, explain } from './service.ts';
import { requireCredential } from './sign-in.ts';
import { collect } from './sources/index.ts';

/**
 * The steps of a run. What is known goes into `report` as soon as it is, so that a failure still tells it.
 * @throws Skip when there is nothing to review · ActionError with the mend
 */
export async function main(inputs: Inputs, report: Report, env: NodeJS.ProcessEnv): Promise<void> {
  const github = createGitHub({
    apiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
    token: inputs['github-token'],
    repository: env.GITHUB_REPOSITORY ?? '',
  });
  const pull = await findPullRequest(await readEvent(env), github, env);
  if (pull.draft && !inputs.drafts) throw new Skip('The pull request is a draft. Set "drafts: true" to review drafts.');
  requireCredential(inputs.token, pull, env);
  requireLink(inputs, pull);

  const service = withoutApp(await connect(inputs['service-url'], inputs.token), env);
  try {
    await review(service, { github, pull, inputs, report, env });
  } catch (error) {
    throw explain(error, service);
  }
}

async function review(
  service: Service,
  run: { github: GitHub; pull: PullRequest; inputs: Inputs; report: Report; env: NodeJS.ProcessEnv },
): Promise<void> {
  const { github, pull, inputs, report, env } = run;
  const { app } = service.document;
  if (app !== null) requireIdToken(app, env);

  const log = core.info;
  const material = await collect(inputs, {
    github,
    workspace: env.GITHUB_WORKSPACE ?? process.cwd(),
    headSha: pull.headSha,
    log,
  });
  await requireHead(github, pull);
  const pass = await openPass(service, { pull, inputs, material, env });
  report.review = pass.review;
  report.reused = pass.reused;
  log(
    pass.reused
      ? `Pass ${pass.review.pass} of "${inputs.name}" shows this commit already; it is used again.`
      : `Opened pass ${pass.review.pass} of "${inputs.name}" (${pass.review.id}).`,
  );

  const milliseconds = inputs.timeout * 60_000;
  report.review = await complete(service, pass, material, { milliseconds, log });
  for (const { label, message } of report.review.problems) core.warning(`${label}: ${message}`);
  for (const { label, notices } of report.review.screenshots) {
    // A service older than this Action says none.
    for (const notice of notices ?? []) core.notice(`${label}: ${notice}`);
  }
  if (report.review.status === 'failed') throw new ActionError(report.review.next_action.summary);

  let writes = true;
  if (app !== null) {
    const result = await register(app, { review: report.review, name: inputs.name, pull });
    report.checkUrl = result.check_url;
    writes = result.comment === 'action';
  }
  const comment = async () => {
    if (!writes || report.review === null) return;
    const pictures = inputs.pictures === '' ? pull.private : inputs.pictures === 'true';
    const row = rowOf(report.review, inputs.name, { pictures, now: Date.now() });
    const kept = await writeComment(github, pull.number, row);
    if (!kept) core.warning('Other jobs kept overwriting the comment; the link is in the summary of this job.');
  };
  await comment();
  log(`Review: ${report.review.review_url}`);

  if (inputs.wait === 0) return;
  log(`Waiting up to ${inputs.wait} minutes for the decision.`);
  const before = report.review.status;
  report.review = await waitForDecision(service.client, report.review, inputs.wait * 60_000);
  if (report.review.status !== before) await comment();
  requireApproval(report.review, inputs.wait);
}

/** A late or repeated run of an older commit must not put its pass in front of the newer one's. */
async function requireHead(github: GitHub, pull: PullRequest): Promise<void> {
  const head = await github.headOf(pull.number);
  if (head === null || head === pull.headSha) return;
  throw new Skip(
    `The pull request has moved on from ${pull.headSha.slice(0, 7)} to ${head.slice(0, 7)}, whose own run counts.`,
  );
}

/** The App proves a job by the run's head commit, which for `workflow_run` is not the pull request's. */
function withoutApp(service: Service, env: NodeJS.ProcessEnv): Service {
  if (env.GITHUB_EVENT_NAME !== 'workflow_run' || service.document.app === null) return service;
  core.warning('The GitHub App takes no reviews from workflow_run jobs yet: this one gets its comment, but no check.');
  return { ...service, document: { ...service.document, app: null } };
}

/** A link is the whole login: on a public repository it is published only when the workflow says so. */
function requireLink(inputs: Inputs, pull: PullRequest): void {
  if (pull.private || inputs.link === 'direct') return;
  throw new Skip(
    'This repository is public, and whoever has a review’s link can decide, so nothing was made or posted. If everybody may decide, set "link: direct".',
    'warning',
  );
}
