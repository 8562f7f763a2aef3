import { createClient, type Output, ServiceError } from '../../contract/client.ts';
import { strings } from '../strings.ts';
import { dateOf, firstReview } from './snippets.ts';

const words = strings.home;
const get = document.getElementById('get');
const answer = document.getElementById('answer');

function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

function snippet(title: string, text: string): HTMLElement {
  const copy = element('button', 'button button-small', words.copy);
  copy.setAttribute('aria-label', `${words.copy}: ${title}`);
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    copy.textContent = words.copied;
  });
  return element(
    'div',
    '',
    element('div', 'snippet-head', element('p', '', title), copy),
    element('pre', 'snippet', text),
  );
}

function shown(token: Output<'create_try_token'>): HTMLElement {
  return element(
    'div',
    'token-box',
    element('p', '', words.once(dateOf(token.token_expires_at))),
    snippet(words.token, token.token),
    snippet(words.curl, firstReview(location.origin, token.token)),
    snippet(words.assistant, token.assistant_code_command),
    snippet(words.editor, JSON.stringify(token.editor_config, null, 2)),
  );
}

get?.addEventListener('click', async () => {
  get.setAttribute('disabled', '');
  try {
    const token = await createClient({ baseUrl: '' }).call('create_try_token', {});
    answer?.replaceChildren(shown(token));
    get.remove();
  } catch (cause) {
    get.removeAttribute('disabled');
    answer?.replaceChildren(element('p', 'error', cause instanceof ServiceError ? cause.message : words.failed));
  }
});
