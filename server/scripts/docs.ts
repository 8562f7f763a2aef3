/**
 * `npm run docs`: writes the documentation as a folder of static pages for any web server.
 * `-- --to FOLDER` sets the folder (default `.sightline/docs`); `--in-service` is how the service builds its own
 * documentation.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BrokenDocs, buildSite } from './docs/build-site.ts';

const { values } = parseArgs({
  options: { to: { type: 'string' }, 'in-service': { type: 'boolean', default: false } },
});
const to = resolve(values.to ?? join(import.meta.dirname, '../../.sightline/docs'));
// GitHub's jobs set both variables; the image's build passes the first as an argument.
const { GITHUB_REPOSITORY: repository, GITHUB_SERVER_URL: server = 'https://github.com' } = process.env;
const source = repository ? `${server}/${repository}` : null;
try {
  const { pages, problems } = await buildSite(to, { inService: values['in-service'], source });
  for (const problem of problems) console.warn(`Warning: ${problem}`);
  console.log(`${pages} pages in ${to}`);
  if (!values['in-service']) {
    console.log(
      'Search needs a web server: serve this folder with any, or read the same pages at /help/ of the service.',
    );
  }
} catch (error) {
  if (!(error instanceof BrokenDocs)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
