import type { GitHub } from '../github.ts';
import type { Inputs } from '../inputs.ts';
import { chosenSource } from '../inputs.ts';
import { waitForDeployment } from './deployment.ts';
import { captureDir } from './dir.ts';
import { readEmail, readPdf } from './document.ts';
import { readImages } from './images.ts';
import { pageUrls } from './pages.ts';
import type { Material } from './source.ts';
import { captureStorybook } from './storybook.ts';

/** Collects what is to be reviewed from the source that the workflow chose. */
export async function collect(
  inputs: Inputs,
  run: {
    github: GitHub;
    workspace: string;
    headSha: string;
    log: (line: string) => void;
    notice: (line: string) => void;
    warn: (line: string) => void;
  },
): Promise<Material> {
  const { workspace, log, notice, warn } = run;
  const milliseconds = inputs.timeout * 60_000;
  const shown = { waitFor: inputs['wait-for'], mask: inputs.mask };
  const capture = (site: string): Material => ({
    kind: 'capture',
    pages: pageUrls(site, inputs.paths),
    headers: inputs.headers,
    cookies: inputs.cookies,
    ...shown,
  });
  const here = { ...shown, workspace, milliseconds, log, notice, warn };
  switch (chosenSource(inputs)) {
    case 'images':
      return readImages(inputs.images, workspace);
    case 'url':
      return capture(inputs.url);
    case 'deployment': {
      const { github, headSha: sha } = run;
      return capture(await waitForDeployment(github, { environment: inputs.deployment, sha, milliseconds, log }));
    }
    case 'dir':
      return captureDir(inputs.dir, { ...here, paths: inputs.paths, app: inputs.spa });
    case 'storybook':
      return captureStorybook(inputs.storybook, { ...here, stories: inputs.stories });
    case 'pdf':
      return readPdf(inputs.pdf, workspace);
    case 'html':
      return readEmail(inputs.html, workspace);
  }
}
