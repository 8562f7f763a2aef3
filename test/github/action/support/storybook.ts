import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The stories that stay loading, throw, and have a slow play function. */
export const endless = 'Odd/Endless';
export const thrower = 'Odd/Thrower';
export const player = 'Über uns/Knöpfe & mehr/Player';

const titles = [
  'Components/Button/Primary',
  'Components/Button/Secondary',
  'Pages/Home/Empty',
  thrower,
  endless,
  player,
];
const idOf = (path: string) =>
  path
    .toLowerCase()
    .replace(/\/([^/]*)$/, '--$1')
    .replaceAll('/', '-')
    .replace(/[^\p{L}-]+/gu, '-');

// Behaves like a real preview: loads first, then sets a class of the body for what it shows.
const frame = `<!doctype html><html><head><title>Story</title></head><body>
<div id="storybook-root"></div>
<div class="sb-errordisplay" hidden><h1 id="error-message"></h1></div>
<script type="module">
  const id = new URLSearchParams(location.search).get('id');
  const story = await (await fetch('./assets/' + id + '.json')).json();
  await new Promise((done) => setTimeout(done, 150));
  if (story.error) {
    document.querySelector('.sb-errordisplay').hidden = false;
    document.querySelector('#error-message').textContent = story.error;
    document.body.classList.add('sb-show-errordisplay');
  } else if (!story.endless) {
    document.querySelector('#storybook-root').innerHTML = story.html;
    if (story.plays) {
      // Shown first, played then: only the phase of the render tells that it is over.
      const currentRender = { phase: 'playing' };
      window.__STORYBOOK_PREVIEW__ = { currentRender };
      setTimeout(() => {
        document.querySelector('button').textContent = 'Pressed';
        currentRender.phase = 'finished';
      }, 2500);
    }
    document.body.classList.add('sb-show-main');
  }
</script></body></html>`;

/** Writes the parts of a Storybook build that captures use: the index, the frame and the stories. */
export async function writeStorybook(folder: string, form: 'index.json' | 'stories.json'): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'iframe.html'), frame);
  for (const path of titles) {
    const name = path.split('/').at(-1);
    // A fixed dialog leaves the page itself without a height.
    const html = `<div style="position:fixed;top:20px;left:20px"><button data-testid="story">${name}</button></div>`;
    const story =
      path === thrower
        ? { error: 'It threw.' }
        : path === endless
          ? { endless: true }
          : { html, plays: path === player };
    await writeFile(join(folder, 'assets', `${idOf(path)}.json`), JSON.stringify(story));
  }
  const parts = titles.map((path) => {
    const [, title = '', name = ''] = /^(.*)\/(.*)$/.exec(path) ?? [];
    return { id: idOf(path), title, name };
  });
  // Storybook 10 also lists tests and documentation.
  const tested = { ...parts[0], id: `${parts[0]?.id}:is-blue`, name: 'is blue', type: 'story', subtype: 'test' };
  const docs = { id: 'components-button--docs', title: 'Components/Button', name: 'Docs' };
  const keyed = <Each extends { id: string }>(all: Each[]) => Object.fromEntries(all.map((each) => [each.id, each]));
  const index =
    form === 'index.json'
      ? {
          v: 5,
          entries: keyed([
            ...parts.map((each) => ({ ...each, type: 'story', subtype: 'story', tags: ['dev', 'test'] })),
            tested,
            { ...docs, type: 'docs' },
          ]),
        }
      : {
          v: 3,
          stories: keyed([
            ...parts.map(({ id, title, name }) => ({ id, kind: title, story: name, parameters: {} })),
            { ...docs, parameters: { docsOnly: true } },
          ]),
        };
  await writeFile(join(folder, form), JSON.stringify(index));
}
