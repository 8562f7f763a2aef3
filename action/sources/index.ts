import { viewportNames } from '../../server/contract/state-request.ts';
import { inputError } from '../error.ts';
import type { GitHub } from '../github.ts';
import type { Inputs, SourceInput } from '../inputs.ts';
import { chosenSources } from '../inputs.ts';
import { type DeployedHead, waitForDeployment } from './deployment.ts';
import { captureDir } from './dir.ts';
import { readEmail, readPdf } from './document.ts';
import { readImages } from './images.ts';
import { createLabels } from './label.ts';
import { isGlob, type PageInState, pagesInStates } from './pages.ts';
import type { FailedShot, Image, Material, Page } from './source.ts';
import { maxShots } from './source.ts';
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
