import type { GitHub } from '../github.ts';
import type { Inputs } from '../inputs.ts';
import { chosenSource } from '../inputs.ts';
import { waitForDeployment } from './deployment.ts';
import { readImages } from './images.ts';
import { pageUrls } from './pages.ts';
import type { Material } from './source.ts';

/** Collects what is to be reviewed from the source that the workflow chose. */
export async function collect(
  inputs: Inputs,
  run: { github: GitHub; workspace: string; headSha: string; log: (line: string) => void },
): Promise<Material> {
  const source = chosenSource(inputs);
  if (source === 'images') return readImages(inputs.images, run.workspace);
  const site =
    source === 'url'
      ? inputs.url
      : await waitForDeployment(run.github, {
          environment: inputs.deployment,
          sha: run.headSha,
          milliseconds: inputs.timeout * 60_000,
          log: run.log,
        });
  return {
    kind: 'capture',
    pages: pageUrls(site, inputs.paths),
    headers: inputs.headers,
    waitFor: inputs['wait-for'],
    mask: inputs.mask,
  };
}
