import { choosePath, repositoriesPath } from './address.ts';
import { toHtml } from './page.ts';
import type { Writable } from './person.ts';

/** How many repositories are listed, so that the page stays usable on a phone. People search for the others. */
const SHOWN = 20;
/** Up to this many repositories there is no search. */
const FEW = 8;

export interface Choice {
  appUrl: string;
  login: string;
  writable: readonly Writable[];
  /** The ids of repositories that have had reviews here. */
  reviewed: ReadonlySet<number>;
  search: string;
  /** The address of the service's connect screen, with nothing chosen. */
  back: string;
}

const entry = (action: string, { id, fullName, private: isPrivate }: Writable, has: boolean): string =>
  `<li><form method="post" action="${toHtml(action)}"><input type="hidden" name="repository" value="${id}"><button><bdi>${toHtml(fullName)}</bdi><small>${isPrivate ? 'private' : 'public'}${has ? ' · has reviews' : ''}</small></button></form></li>`;

/**
 * The page on which a person chooses a repository's workspace: one press each, those with reviews first. Titles and
 * names are escaped here.
 */
export function choicePage({ appUrl, login, writable, reviewed, search, back }: Choice): {
  title: string;
  body: string;
} {
  const way = `<p class="way"><a href="${toHtml(back)}" rel="noreferrer">Back, without a repository</a></p>`;
  const signed = `<p>You are signed in with GitHub as <bdi><b>@${toHtml(login)}</b></bdi>.</p>`;
  if (writable.length === 0) {
    return {
      title: 'No repository to choose',
      body: `<h1>No repository to choose</h1>${signed}<p>This App is not installed on any repository that you can write to. Somebody who runs one installs it there. With another account, sign in to that one at GitHub first.</p>${way}`,
    };
  }
  const wanted = search.toLowerCase();
  const found = writable.filter(({ fullName }) => fullName.toLowerCase().includes(wanted));
  const sorted = [...found].sort((one, other) => Number(reviewed.has(other.id)) - Number(reviewed.has(one.id)));
  const box = `<form method="get" action="${toHtml(appUrl + repositoriesPath)}" class="search" role="search"><label for="q">Find by name</label><span><input id="q" name="q" type="search" value="${toHtml(search)}" maxlength="100" autocomplete="off" autocapitalize="off" spellcheck="false"><button>Find</button></span></form>`;
  const entries = sorted
    .slice(0, SHOWN)
    .map((each) => entry(appUrl + choosePath, each, reviewed.has(each.id)))
    .join('');
  const more = sorted.length - SHOWN;
  return {
    title: 'Which repository?',
    body: `<h1>Which repository’s workspace?</h1>${signed}<p>You choose here. What connects, and where it returns to, you see and confirm on the next page.</p>${
      writable.length > FEW || search !== '' ? box : ''
    }${entries === '' ? '<p role="status">None of yours is called so.</p>' : `<ul class="repositories">${entries}</ul>`}${
      more > 0 ? `<p role="status">${more} more. Find them by name.</p>` : ''
    }${way}`,
  };
}
