import { pathLabel } from '../../server/contract/path-label.ts';
import { type StateRequest, stateLabel, viewportNames } from '../../server/contract/state-request.ts';
import { inputError } from '../error.ts';
import type { GitHub } from '../github.ts';
import { chosenSources, type Inputs, type SourceInput } from '../inputs.ts';
import { type DeployedHead, waitForDeployment } from './deployment.ts';
import { captureDir } from './dir.ts';
import { readEmail, readPdf } from './document.ts';
import { readImages } from './images.ts';
import { isGlob, labelsOf, type PageInState, pagesInStates } from './page-line.ts';
import { type FailedShot, type Image, type Material, maxShots, type Page } from './source.ts';
import { captureStorybook } from './storybook.ts';

export interface SourceRun {
  github: GitHub;
  workspace: string;
  head: DeployedHead;
  log: (line: string) => void;
  warn: (line: string) => void;
}

interface Part {
  images: Image[];
  pages: PageInState[];
  failed: FailedShot[];
}

/** Collects what to review: the screenshots of all sources that the workflow chose, images first. */
export async function collect(inputs: Inputs, run: SourceRun): Promise<Material> {
  const chosen = chosenSources(inputs);
  if (inputs.pdf !== '') return readPdf(inputs.pdf, run.workspace);
  if (inputs.html !== '') return readEmail(inputs.html, run.workspace);
  const labels = createLabels();
  const images: Image[] = [];
  const pages: Page[] = [];
  const failed: FailedShot[] = [];
  const { headers, cookies, mask } = inputs;
  for (const source of chosen) {
    const part = await collectPart(source, inputs, run);
    for (const image of part.images) {
      images.push({ ...image, label: labels.forImage(source, image.label) });
    }
    failed.push(...part.failed);
    for (const { url, state } of part.pages) {
      const label = labels.forPage(source, url, state);
      const page = { url, state, headers, cookies, waitFor: inputs['wait-for'], mask };
      pages.push(label === undefined ? page : { ...page, label });
    }
  }
  const shots = images.length + pages.flatMap(({ state = {} }) => state.viewports ?? viewportNames).length;
  if (shots > maxShots) {
    throw inputError(
      chosen.join('", "'),
      `${shots} screenshots are too many for one review, which holds ${maxShots}. Choose fewer, or use several steps with a "name" each.`,
    );
  }
  return { kind: 'shots', images, pages, failed };
}

async function collectPart(source: SourceInput, inputs: Inputs, run: SourceRun): Promise<Part> {
  const { github, workspace, log, warn } = run;
  const milliseconds = inputs.timeout * 60_000;
  const here = { waitFor: inputs['wait-for'], mask: inputs.mask, workspace, milliseconds, log, warn };
  const none: Part = { images: [], pages: [], failed: [] };
  // With a folder, whose files are known, globs apply to that folder.
  const paths = inputs.dir === '' ? inputs.paths : inputs.paths.filter((path) => !isGlob(path));
  switch (source) {
    case 'images':
      return { ...none, images: await readImages(inputs.images, workspace) };
    case 'url':
      return { ...none, pages: pagesInStates(inputs.url, paths) };
    case 'deployment': {
      const site = await waitForDeployment(github, {
        environment: inputs.deployment,
        head: run.head,
        milliseconds,
        log,
      });
      return { ...none, pages: pagesInStates(site, paths) };
    }
    case 'dir':
      return { ...none, ...(await captureDir(inputs.dir, { ...here, paths: inputs.paths, app: inputs.spa })) };
    case 'storybook':
      return { ...none, ...(await captureStorybook(inputs.storybook, { ...here, stories: inputs.stories })) };
    default:
      return none;
  }
}

const longest = 120;

/**
 * Returns functions that make labels unique within the review, because labels pair screenshots with those of the
 * previous pass. The first screenshot keeps its label; a later one gets its source in front, and a number when even
 * that is taken.
 */
export function createLabels(): {
  forImage(source: string, label: string): string;
  /** Returns a label without state and viewport; undefined when the label that the service would give is free. */
  forPage(source: string, url: string, state?: StateRequest): string | undefined;
} {
  const taken = new Set<string>();
  function take(source: string, label: string, shots: (label: string) => string[]): string {
    for (let number = 0; ; number += 1) {
      const front = number === 0 ? '' : `${source} `;
      const end = number < 2 ? '' : ` (${number})`;
      const tried = front + label.slice(0, longest - front.length - end.length) + end;
      if (shots(tried).some((shot) => taken.has(shot))) continue;
      for (const shot of shots(tried)) taken.add(shot);
      return tried;
    }
  }
  return {
    forImage: (source, label) => take(source, label, (tried) => [tried]),
    forPage(source, url, state = {}) {
      const path = pathLabel(url);
      const label = take(source, path, (tried) => labelsOf(stateLabel(tried, state), state));
      return label === path ? undefined : label;
    },
  };
}
