import { type Html, html } from '../../contract/html.ts';
import type { ConnectPage } from './connect-page.ts';

export interface Message {
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
