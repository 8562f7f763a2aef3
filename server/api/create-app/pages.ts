import { type Html, html } from '../../contract/html.ts';
import type { CreatedApp, ManifestForm } from '../../domain/app-creation.ts';
import { type ConnectPage, messagePage } from '../oauth/connect-page.ts';

const FORGET = 'npm start -- --forget-github-app';

const again = html`<a href="/github/setup">Start again</a>. If GitHub lists an App from this try already, delete it there first: its credentials cannot be fetched a second time.`;

const message = (status: number, title: string, lead: Html | string, next: (Html | string)[]): ConnectPage =>
  messagePage({ status, title, lead, next });

/** The page for a visitor without the secret. */
export const locked = (wrong: boolean): ConnectPage => ({
  status: 403,
  title: 'Set up GitHub',
  content: html`<h1>Only for the operator of this service</h1>
<p>This page creates the service’s GitHub App. It opens with a secret link, which <code>npm start</code> prints in the terminal, or wherever the output of the service goes:</p>
<pre class="setup-code">Create its GitHub App:  …?secret=…</pre>
<form class="stack" method="post" action="/github/setup">
<label class="label" for="secret">Or paste the secret</label>
<input id="secret" name="secret" type="password" class="mono" required maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false" dir="ltr"${wrong ? html` autofocus aria-invalid="true" aria-describedby="secret-problem"` : null}>
${wrong ? html`<p class="error" id="secret-problem">This is not the secret. Each service has its own; copy all of it.</p>` : null}
<button class="button button-large connect-wide">Open</button>
</form>`,
});

function asked(manifest: ManifestForm['manifest']): Html {
  const permissions = Object.entries(Object(manifest.default_permissions));
  const named = (level: string) =>
    permissions.flatMap(([name, given]) => (given === level ? [name.replaceAll('_', ' ')] : [])).join(', ');
  return html`<ul class="setup-powers">
<li>Read and write: ${named('write')}</li>
<li>Only read: ${named('read')}</li>
</ul>`;
}

/** The page with one button, which posts to GitHub. */
export function createPage(form: ManifestForm, owner: string | null, address: string): ConnectPage {
  const { hostname, protocol } = new URL(address);
  const unreachable = form.reachable
    ? null
    : html`<p class="warning">GitHub cannot reach <bdi>${hostname}</bdi>, and neither can jobs that run on its machines: this App gets no events, so that pushes, re-runs and closed pull requests go unnoticed. To try the whole loop, open a tunnel to this machine, start the service with the tunnel’s address as <code>BASE_URL</code>, and come back.</p>`;
  const plain =
    form.reachable && protocol === 'http:'
      ? html`<p class="warning">This service is reached over plain http: anybody on the way can read what GitHub sends, and take the App for their own while it is created. Better give it an https address (<code>BASE_URL</code>) first.</p>`
      : null;
  return {
    status: 200,
    title: 'Create the GitHub App',
    content: html`<h1>Create the GitHub App</h1>
<p>It adds a check to pull requests. The check waits for the reviewer’s decision, then passes or fails. GitHub shows you what the App asks for and creates it; this service keeps its credentials, encrypted, and starts it.</p>
${unreachable}${plain}
<div class="connect-who">
<p class="connect-label">It will belong to</p>
<p class="connect-place">${owner === null ? 'your own GitHub account' : html`<bdi>${owner}</bdi>`}</p>
<p class="connect-address mono">${new URL(form.action).host}</p>
<p>Only repositories of its owner can have it.</p>
</div>
<form method="post" action="${form.action}">
<input type="hidden" name="manifest" value="${JSON.stringify(form.manifest)}">
<button class="button button-large button-accent connect-wide">${owner === null ? 'Create it on GitHub' : html`Create it for <bdi>${owner}</bdi>`}</button>
</form>
<p class="quiet">This page works for one hour. Nothing is made before you confirm it at GitHub; if its name is taken there, choose another.</p>
<details class="connect-join">
<summary>What it may do</summary>
${asked(form.manifest)}
</details>
<details class="connect-join setup-owner"${owner === null ? null : html` open`}>
<summary>${owner === null ? 'For an organization' : 'For another owner'}</summary>
<form method="get" action="/github/setup">
<p class="stack">
<label class="label" for="owner">The organization’s name on GitHub</label>
<input id="owner" name="owner" type="text" maxlength="100" autocomplete="off" autocapitalize="off" spellcheck="false" dir="ltr" aria-describedby="owner-hint" value="${owner ?? ''}">
</p>
<p class="quiet" id="owner-hint">You must be one of its owners. Empty: your own account.</p>
<button class="button button-large connect-wide">Use this owner</button>
</form>
</details>`,
  };
}

const workflow = (address: string): string => `name: Visual review
on:
  pull_request:
    types: [opened, synchronize, reopened, ready_for_review]
permissions:
  contents: read
  deployments: read
  pull-requests: write
  id-token: write
jobs:
  review:
    runs-on: ubuntu-latest
    steps:
      - uses: OWNER/sightline@v0
        with:
          service-url: ${address}
          deployment: Preview`;

/** The page with the second click, and what follows it. `running`: whether the App runs here now. */
export const createdPage = (app: CreatedApp, address: string, running: boolean): ConnectPage => ({
  status: 200,
  title: 'The GitHub App is there',
  content: html`<h1>The GitHub App is there</h1>
<p><bdi class="connect-name">${app.slug}</bdi> ${
    running
      ? 'was created, and runs in this service.'
      : 'was created and its credentials are kept, but it could not be started here. Its log has the reason; restart the service to start it.'
  }</p>
<ol class="setup-steps">
<li><span class="setup-number" aria-hidden="true">1</span>
<h2>Install it</h2>
<p>Choose the repositories that it shall watch.</p>
<a class="button button-large button-accent connect-wide" href="${app.installUrl}" target="_blank" rel="noopener noreferrer">Install on repositories</a></li>
<li><span class="setup-number" aria-hidden="true">2</span>
<h2>Add one workflow</h2>
<p>As <code>.github/workflows/visual-review.yml</code>. <code>OWNER</code> is where you keep Sightline’s own repository; <code>deployment</code> names the environment of your previews, and there are other sources.</p>
<pre class="setup-code" tabindex="0" role="region" aria-label="The workflow">${workflow(address)}</pre></li>
<li><span class="setup-number" aria-hidden="true">3</span>
<h2>Open a pull request</h2>
<p>Its check shows “Waiting for a decision”, with the link to the review.</p></li>
</ol>
<p class="quiet">Its settings are <a href="${app.pageUrl}">at GitHub</a>. To take another App: <code class="setup-command">${FORGET}</code></p>`,
});

export const exists = (): ConnectPage =>
  message(409, 'There is a GitHub App already', 'It was created from this page, which creates one only.', [
    html`To install it on more repositories, go to its page on GitHub.`,
    html`To take another, stop the service and run <code class="setup-command">${FORGET}</code>: the service forgets this one. Delete it at GitHub too, then start again.`,
  ]);

export const fixed = (): ConnectPage =>
  message(409, 'There is a GitHub App already', 'Its credentials come from the environment of this service.', [
    html`To create one here instead, take <code>GITHUB_APP_ID</code> and what belongs to it out of the environment, and restart.`,
  ]);

export const forged = (): ConnectPage =>
  message(403, 'This was not pressed on our page', 'Another page sent this for you. Nothing was changed.', [
    'Open the link that npm start printed.',
  ]);

export const badOwner = (): ConnectPage =>
  message(400, 'This is no name of an organization', 'Names at GitHub have letters, digits and hyphens.', [
    html`<a href="/github/setup">Go back</a> and write the name as it stands in its address at GitHub.`,
  ]);

export const noCode = (): ConnectPage =>
  message(400, 'GitHub sent no code along', 'The address that opened this page is not whole. Nothing was kept.', [
    again,
  ]);

/** The pages for a person whom GitHub sent back without success. */
export const refusals = {
  wrong_state: () =>
    message(
      400,
      'This did not begin here',
      'The answer from GitHub belongs to no try of this service’s. It was not used.',
      [again, 'If you followed a link somebody sent you, do not follow it again.'],
    ),
  expired: () =>
    message(400, 'This took more than an hour', 'GitHub’s answer came too late and was not used.', [again]),
  used: () => message(400, 'This answer was used before', 'Each try creates one App, once.', [again]),
  spent: () =>
    message(400, 'GitHub does not take its code any more', 'It is good for one hour, and once. No credentials came.', [
      again,
    ]),
  unreadable: () =>
    message(502, 'GitHub’s answer could not be read', 'It did not hold the credentials of an App. Nothing was kept.', [
      again,
    ]),
  down: () =>
    message(503, 'GitHub does not answer just now', 'The App was created there; its credentials did not come yet.', [
      'Wait a minute and reload this page: the same answer is still good, for an hour.',
    ]),
} as const;

export const lost = (app: CreatedApp): ConnectPage =>
  message(
    500,
    'The credentials could not be kept',
    html`GitHub created <bdi class="connect-name">${app.slug}</bdi>, but the service’s database did not store its answer.`,
    [
      html`Delete the App <a href="${app.pageUrl}">at GitHub</a>: nobody has its credentials.`,
      html`When the database is well, <a href="/github/setup">start again</a>.`,
    ],
  );

export const broken = (): ConnectPage =>
  message(503, 'The service cannot do this just now', 'Its database may be away. Nothing was changed.', [
    'Wait a minute, then reload this page.',
  ]);
