import { expect, test } from 'vitest';
import { readAppConfig } from '../../../app/config.ts';
import { parseSettings } from '../../../app/settings/file.ts';
import { ConfigError, readConfig } from '../../../server/config.ts';

/** Returns the lines of the error that the work throws. */
function said(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    return String(error instanceof ConfigError ? error.message : Object(error).message)
      .split('\n')
      .map((line) => line.trim());
  }
  return [];
}

test.each([
  ['PORT', 'eighty', 'must be a number.'],
  ['PORT', '80.5', 'must be a whole number.'],
  ['PORT', '0', 'must be at least 1.'],
  ['PORT', '70000', 'must be at most 65,535.'],
  ['MAX_IMAGE_MB', '0', 'must be more than 0.'],
  ['BASE_URL', 'sightline.example.com', 'must be an address such as https://sightline.example.com.'],
  ['DATABASE_URL', 'mysql://db', 'must be an address such as postgres://user:password@host/database.'],
  ['ROLE', 'both', 'must be all, web or worker.'],
  ['SECRET_KEY', 'too short', 'must have at least 16 characters.'],
  ['CREDITS_PER_MONTH', 'many', 'must be a whole number of at least 0, or unlimited.'],
  ['GITHUB_OIDC_ISSUER', 'http://issuer.example', 'must start with https://; http:// is for localhost alone.'],
  ['BROWSER_PATH', ' ', 'must not be empty.'],
])('%s=%s: %s', (name, value, words) => {
  expect(said(() => readConfig({ [name]: value }))).toEqual([`${name} ${words}`]);
});

test('the App’s configuration error names what is missing, without any value', () => {
  const environment = { GITHUB_APP_ID: 'my-app', GITHUB_PRIVATE_KEY: 'AAAA', APP_URL: 'app' };
  expect(said(() => readAppConfig(environment, 'http://x.test'))).toEqual([
    "The App's environment is not complete:",
    'GITHUB_APP_ID must be the number that GitHub shows on the App’s page.',
    'GITHUB_PRIVATE_KEY must be the whole text of the key file, with its BEGIN and END lines.',
    'GITHUB_WEBHOOK_SECRET is missing.',
    'APP_URL must be an address such as https://sightline.example.com.',
  ]);
});

test.each<[unknown, string, string]>([
  [[], '', 'must be names, each with its value'],
  [{ summary: 'yes' }, 'summary', 'must be true or false'],
  [{ link: 'secret' }, 'link', 'must be direct, sign-in or hidden'],
  [{ max_passes: 2.5 }, 'max_passes', 'must be a whole number'],
  [{ max_passes: 21 }, 'max_passes', 'must be at most 20'],
  [{ approvers: 'anyone' }, 'approvers', 'must be `link`, `write` or `team:org/slug`'],
  [{ reviews: ['visual'] }, 'reviews', 'must be names, each with its values'],
  [{ reviews: { visual: { paths: 'src/**' } } }, 'reviews.visual.paths', 'must be a list'],
  [{ reviews: { visual: { paths: [] } } }, 'reviews.visual.paths', 'must not be empty'],
  [{ reviews: { visual: { paths: [1] } } }, 'reviews.visual.paths.0', 'must be text'],
  [{ reviews: { visual: { path: [] } } }, 'reviews.visual.path', 'there is no such setting'],
  [{ reviews: { ['x'.repeat(101)]: null } }, `reviews.${'x'.repeat(101)}`, 'must have a name of 1 to 100 characters'],
])('in .github/sightline.yml, %j: %s %s', (given, path, words) => {
  const problems = parseSettings(given, true).problems.map((each) => [each.path.join('.'), each.message]);
  expect(problems).toEqual([[path, words]]);
});
