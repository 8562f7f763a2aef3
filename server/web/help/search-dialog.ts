import { type Found, search } from './search.ts';

/** Returns an element that every page has. */
function part<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`${selector} is missing`);
  return found;
}

function optionOf({ address, page, heading, excerpt }: Found, at: number): HTMLLIElement {
  const option = document.createElement('li');
  option.id = `found-${at}`;
  option.role = 'option';
  const link = document.createElement('a');
  link.href = address;
  link.tabIndex = -1;
  for (const [name, words] of [
    ['strong', heading],
    ['small', page === heading ? '' : page],
    ['span', excerpt],
  ] as const) {
    const line = document.createElement(name);
    line.textContent = words;
    link.append(line);
  }
  option.append(link);
  return option;
}

/** Starts the search: `/` or its button opens it, ↑ and ↓ choose, Enter opens the page, Esc closes. */
export function startSearch(): void {
  const dialog = part('#search', HTMLDialogElement);
  const input = part('#search input', HTMLInputElement);
  const list = part('#found', HTMLUListElement);
  const status = part('#search-status', HTMLParagraphElement);
  const button = part('#open-search', HTMLButtonElement);
  let chosen = 0;

  function choose(at: number): void {
    const options = [...list.children];
    chosen = (at + options.length) % options.length;
    for (const [place, option] of options.entries()) option.ariaSelected = String(place === chosen);
    const current = options[chosen];
    current?.scrollIntoView({ block: 'nearest' });
    if (current === undefined) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', current.id);
    input.ariaExpanded = String(options.length > 0);
  }

  async function show(): Promise<void> {
    const words = input.value.trim();
    const found = await search(words).catch(() => null);
    list.replaceChildren(...(found ?? []).map(optionOf));
    choose(0);
    if (found === null) status.textContent = 'The search could not be loaded. Reload the page to try again.';
    else if (words === '') status.textContent = '';
    else status.textContent = found.length === 0 ? `Nothing found for “${words}”.` : `${found.length} found`;
  }

  function open(): void {
    dialog.showModal();
    input.select();
  }

  button.hidden = false;
  button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    event.preventDefault();
    open();
  });
  input.addEventListener('input', () => void show());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Escape') dialog.close();
    else if (event.key === 'Enter') list.children[chosen]?.querySelector('a')?.click();
    else return;
    event.preventDefault();
  });
  // A link within the same page closes the dialog too, as does a click beside it.
  list.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}
