import { escapeHtml, type Html, html } from '../../contract/html.ts';
import { returnPlaceOf, sayPlace, shownAddress } from './return-place.ts';

/** One page of the connect screen, which is inserted into the built page. */
export interface ConnectPage {
  status: number;
  title: string;
  content: Html;
}

export interface Screen {
  /** Opaque; sent back with the press. */
  consent: string;
  redirectUri: string;
  /** The name the client gives itself. */
  name: string;
  /** The host that publishes its metadata document, which confirms the name; null: none. */
  publisherHost: string | null;
  signup: 'open' | 'closed';
  /** Whether a GitHub App signs people in. */
  signIn: boolean;
  /** What was wrong with the previous press. */
  problem: { at: 'token' | 'workspace' | 'github'; status: number; text: string } | null;
}

/** Returns a function that fills the built page. It replaces with functions, so that a `$` in a text stays a `$`. */
export function createShell(built: string): (page: ConnectPage) => string {
  if (!built.includes('{{title}}') || !built.includes('{{content}}')) {
    throw new Error('The built connect page has no place for its title or content');
  }
  return ({ title, content }) =>
    built.replace('{{title}}', () => escapeHtml(`${title} · Sightline`)).replace('{{content}}', () => content.text);
}

const sign = (path: string): Html =>
  html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="${path}" /></svg>`;
const TICK = sign('M3.5 8.5l3 3 6-7');
const CROSS = sign('M4.5 4.5l7 7M11.5 4.5l-7 7');

export const form = (consent: string, choice: string, inside: Html): Html =>
  html`<form method="post" action="/oauth/authorize">
<input type="hidden" name="consent" value="${consent}">
<input type="hidden" name="choice" value="${choice}">
${inside}
</form>`;

export function who({ name, publisherHost, redirectUri }: Screen): Html {
  const place = returnPlaceOf(redirectUri);
  // The document proves what it declares about its client, but not which program on a device this is.
  const doubt = place.kind === 'site' ? null : html` Any program on this device can claim to be that client.`;
  const claim =
    publisherHost === null
      ? html`It calls itself “<bdi class="connect-name">${name}</bdi>”. Nobody has checked that name.`
      : html`<bdi class="connect-host">${publisherHost}</bdi> publishes it under the name “<bdi class="connect-name">${name}</bdi>”.${doubt}`;
  return html`<div class="connect-who">
<p class="connect-label">The client returns to</p>
<p class="connect-place">${sayPlace(place)}</p>
<p class="connect-address mono">${shownAddress(redirectUri)}</p>
<p>${claim}</p>
</div>`;
}

export const powers = html`<h2>It will be able to</h2>
<ul class="connect-powers" data-may="yes">
<li>${TICK}<span>send work to be reviewed, and withdraw it</span></li>
<li>${TICK}<span>read the reviews of its workspace, and what reviewers write</span></li>
<li>${TICK}<span>spend the workspace’s credits</span></li>
</ul>
<h2>It has no tool to</h2>
<ul class="connect-powers" data-may="no">
<li>${CROSS}<span>decide: only a person with the review link approves or asks for changes</span></li>
</ul>`;

/** Returns whether the main button makes a new workspace; otherwise the person can only join one. */
const canMake = ({ signup, problem }: Pick<Screen, 'signup' | 'problem'>): boolean =>
  signup === 'open' && problem?.at !== 'workspace';

function joinForm({ consent, problem, signup, signIn }: Screen): Html {
  const wrong = problem?.at === 'token' ? problem : null;
  const first = !canMake({ problem, signup }) && !signIn;
  const describedBy = wrong === null ? 'token-hint' : 'token-problem token-hint';
  const fresh = html` autofocus aria-invalid="true"`;
  return form(
    consent,
    'join',
    html`<p class="warning">Whatever connects can read and delete all reviews of that workspace, has their links, and spends its credits. Join only what you trust.</p>
<p class="stack">
<label class="label" for="token">Try token of the workspace</label>
<input id="token" name="token" type="password" class="mono" required maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false" dir="ltr" placeholder="slt_…" aria-describedby="${describedBy}"${wrong === null ? null : fresh}>
</p>
${wrong === null ? null : html`<p class="error" id="token-problem">${wrong.text}</p>`}
<p class="quiet" id="token-hint">It starts with slt_. Paste it here and nowhere else; the client never sees it.</p>
<button class="button button-large${first ? ' button-accent' : ''} connect-wide">Connect to this workspace</button>`,
  );
}

function gitHubForm({ consent, signup, problem }: Screen): Html {
  const first = !canMake({ signup, problem });
  const again = problem?.at === 'github' ? ' again' : '';
  return html`<div class="connect-github">
${form(
  consent,
  'github',
  html`<button class="button button-large${first ? ' button-accent' : ''} connect-wide" aria-describedby="github-hint">Sign in with GitHub${again}</button>`,
)}
<p class="quiet" id="github-hint">Joins the workspace of a repository you can write to, with the reviews of its pull requests.</p>
</div>`;
}

function actions(screen: Screen): Html {
  const { consent, signup, problem } = screen;
  const gitHub = screen.signIn ? gitHubForm(screen) : null;
  const cancel = form(consent, 'cancel', html`<button class="button button-large connect-wide">Cancel</button>`);
  if (signup === 'closed') {
    return html`<p>This service makes no new workspaces. Connect to one you already have, or ask the operator of the service for a try token.</p>
${gitHub}
<section class="connect-join" aria-label="Use a workspace you already have">${joinForm(screen)}</section>
${cancel}`;
  }
  const create = form(
    consent,
    'new',
    html`<button class="button button-large${canMake(screen) ? ' button-accent' : ''} connect-wide" aria-describedby="new-hint">Connect</button>`,
  );
  return html`<div class="connect-actions">${create}${cancel}</div>
<p class="quiet" id="new-hint">Makes a new, empty workspace. No account, no password.</p>
${gitHub}
<details class="connect-join"${problem === null || problem.at === 'github' ? null : html` open`}>
<summary>Use a workspace you already have</summary>
${joinForm(screen)}
</details>`;
}

/** Returns the page that names the client, where it returns to and what it may do, with one button. */
export function connectScreen(screen: Screen): ConnectPage {
  const { problem } = screen;
  return {
    status: problem?.status ?? 200,
    title: problem === null ? 'Connect' : 'Not connected yet',
    content: html`<h1>${problem === null ? 'Connect to Sightline?' : 'Not connected yet'}</h1>
${problem !== null && problem.at !== 'token' ? html`<p class="error" role="alert">${problem.text}</p>` : null}
${who(screen)}
${powers}
<p class="connect-care">Connect only if you have just asked for this yourself.</p>
${actions(screen)}`,
  };
}

interface Message {
  status: number;
  title: string;
  /** What happened. */
  lead: Html | string;
  /** What to do now. */
  next: (Html | string)[];
  /** For the developer or operator of the client. */
  detail?: Html | string | null;
}

/** Returns a page that says what happened, and what to do now. */
export const messagePage = ({ status, title, lead, next, detail = null }: Message): ConnectPage => ({
  status,
  title,
  content: html`<h1>${title}</h1>
<p>${lead}</p>
<div class="connect-next">
<h2>What to do now</h2>
<ul>${next.map((step) => html`<li>${step}</li>`)}</ul>
</div>
${detail === null ? null : html`<p class="quiet connect-detail">${detail}</p>`}`,
});
