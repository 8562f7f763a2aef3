import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import * as z from 'zod/mini';
import type { LocalShot } from '../../server/capture/local/to-images.ts';
import { inputError } from '../error.ts';
import { requireFolder } from './dir.ts';
import { serveFolder } from './folder.ts';
import { type Captured, captureOnRunner, type RunnerOptions, requireCapacity } from './on-runner.ts';
import { maxShots } from './source.ts';

/** `index.json` of Storybook 7 and later. Version 6 and early 7 wrote `stories.json`. */
const Index = z.object({
  entries: z.record(
    z.string(),
    z.object({
      id: z.string(),
      title: z.string(),
      name: z.string(),
      type: z.optional(z.string()),
      /** Storybook 10 also lists the tests of a story. */
      subtype: z.optional(z.string()),
    }),
  ),
});
const Stories = z.object({
  stories: z.record(
    z.string(),
    z.object({
      id: z.string(),
      title: z.optional(z.string()),
      kind: z.optional(z.string()),
      name: z.optional(z.string()),
      story: z.optional(z.string()),
      parameters: z.optional(z.object({ docsOnly: z.optional(z.boolean()) })),
    }),
  ),
});

export interface Story {
  id: string;
  /** Title and name, for example `Components/Button/Primary`. */
  path: string;
}

const viewport = { name: 'story', width: 1024, height: 640, scale: 1, mobile: false };

/**
 * What a story's frame shows when it is done: the story after its play function, its error, or that it does not exist.
 */
const settled = 'body.sb-show-main[data-settled], body.sb-show-errordisplay, body.sb-show-nopreview';

/** Storybook shows a story before it plays it, and only the render phase reports that playing has ended. */
const logSettled = `<script>
setInterval(() => {
  const render = window.__STORYBOOK_PREVIEW__?.currentRender;
  const over = ['completing', 'completed', 'afterEach', 'finished', 'errored', 'aborted'];
  if (render?.phase === undefined || over.includes(render.phase)) document.body?.setAttribute('data-settled', '');
  else document.body?.removeAttribute('data-settled');
}, 20);
</script>`;
const broken = /#error-message|#error-stack|sb-errordisplay|sb-nopreview/;

/** Captures the stories of a built Storybook on this runner. @throws ActionError that names what is wrong */
export async function captureStorybook(
  given: string,
  options: RunnerOptions & { stories: string[]; waitFor: string; mask: string[]; workspace: string },
): Promise<Captured> {
  const folder = await requireFolder('storybook', given, options.workspace);
  const all = await readStories(folder, given);
  const chosen = chooseStories(all, options.stories);
  if (chosen.length === 0) {
    const known = all.slice(0, 5).map(({ path }) => path);
    throw inputError(
      'stories',
      `none of the ${all.length} stories of ${given} matches. It has ${known.join(', ')}, ….`,
    );
  }
  requireCapacity('stories', chosen.length, maxShots, 'stories');
  // A story may overflow the page and leave the page itself without a height.
  const change = (path: string, html: string) =>
    path === '/iframe.html' || path === '\\iframe.html'
      ? html.replace(/<\/head>/i, `<style>body{min-height:1px}</style>${logSettled}</head>`)
      : html;
  const served = await serveFolder(folder, { app: false, change });
  try {
    options.log(`Capturing ${chosen.length === 1 ? '1 story' : `${chosen.length} stories`} of ${given}.`);
    const captured = await captureOnRunner(
      chosen.map((story) => shotOf(story, served.origin, options)),
      options,
      neverShown,
    );
    for (const { label, elements } of captured.images) {
      const errors = (elements ?? []).some(({ selectors }) => selectors?.some(({ selector }) => broken.test(selector)));
      if (errors) options.warn(`${label}: the story shows an error instead of its content.`);
    }
    return captured;
  } finally {
    await served.close();
  }
}

/** Rewords a failure: the capture names the selector it waited for, which is ours and helps nobody. */
const neverShown = (message: string): string =>
  message.includes(settled)
    ? 'The story does not show in time: Storybook neither renders it nor reports why. Does it open in a browser?'
    : message;

function shotOf({ id, path }: Story, origin: string, options: { waitFor: string; mask: string[] }): LocalShot {
  const page = `/iframe.html?id=${encodeURIComponent(id)}&viewMode=story`;
  const waitFor = options.waitFor === '' ? settled : options.waitFor;
  return { label: path.slice(0, 120), page, request: { url: origin + page, viewport, mask: options.mask, waitFor } };
}

async function readStories(folder: string, given: string): Promise<Story[]> {
  const read = (name: string) => readFile(join(folder, name), 'utf8').then(JSON.parse, () => null);
  const index = Index.safeParse(await read('index.json'));
  if (index.success) {
    return Object.values(index.data.entries)
      .filter(({ type, subtype }) => (type === undefined || type === 'story') && subtype !== 'test')
      .map(({ id, title, name }) => ({ id, path: `${title}/${name}` }));
  }
  const stories = Stories.safeParse(await read('stories.json'));
  if (stories.success) {
    return Object.values(stories.data.stories)
      .filter(({ parameters }) => parameters?.docsOnly !== true)
      .map(({ id, title, kind, name, story }) => ({ id, path: `${title ?? kind ?? ''}/${name ?? story ?? id}` }));
  }
  throw inputError(
    'storybook',
    `${given} has no index.json that names stories. Build it with "storybook build" first, and give its folder, for example storybook-static.`,
  );
}

/** Returns the chosen stories in the Storybook's own order. */
export function chooseStories(all: Story[], patterns: string[]): Story[] {
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'));
  const unwanted = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const isAny = (path: string, globs: string[]) => globs.some((glob) => posix.matchesGlob(path, glob));
  return all.filter(({ path }) => (wanted.length === 0 || isAny(path, wanted)) && !isAny(path, unwanted));
}
