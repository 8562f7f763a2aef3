import { html } from '../../contract/html.ts';
import { type ConnectPage, form, powers, type Screen, who } from './connect-page.ts';

export interface JoinScreen extends Screen {
  /** The App's assertion of who signed in, sent back with the press. */
  assertion: string;
  login: string;
  /** `owner/name` */
  repository: string;
}

/** Returns the page that names the client, the repository whose workspace it joins and the person, with one button. */
export function joinScreen(screen: JoinScreen): ConnectPage {
  const { consent, assertion, login, repository } = screen;
  const connect = form(
    consent,
    'joined',
    html`<input type="hidden" name="assertion" value="${assertion}">
<button class="button button-large button-accent connect-wide" aria-describedby="joined-hint">Connect</button>`,
  );
  const cancel = form(consent, 'cancel', html`<button class="button button-large connect-wide">Cancel</button>`);
  const back = form(consent, 'back', html`<button class="connect-back">Choose another workspace or account</button>`);
  return {
    status: 200,
    title: 'Connect',
    content: html`<h1>Connect to this repository’s workspace?</h1>
${who(screen)}
<div class="connect-who">
<p class="connect-label">It joins the workspace of</p>
<p class="connect-place"><bdi>${repository}</bdi></p>
<p>You signed in with GitHub as <bdi class="connect-name">@${login}</bdi>.</p>
</div>
${powers}
<p class="warning">It sees and can delete all reviews of this repository, and has their links.</p>
<p class="connect-care">Connect only if you have just asked for this yourself, and are @${login}.</p>
<div class="connect-actions">${connect}${cancel}</div>
<p class="quiet" id="joined-hint">For 30 days. Then your client asks you to sign in again.</p>
${back}`,
  };
}
