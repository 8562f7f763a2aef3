/**
 * Writes `server/docs/checklist.md` from the rules.
 * `--check` writes nothing and exits 1 when the committed file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modelRules } from '../checklist/model/rules.ts';
import { rules } from '../checklist/rules/index.ts';
import type { ReviewType } from '../contract/review.ts';

type Listed = Pick<(typeof rules)[number], 'id' | 'title' | 'checks' | 'why' | 'severity' | 'types'>;

const file = join(import.meta.dirname, '../docs/checklist.md');

const titles: readonly [ReviewType, string][] = [
  ['ui', 'Interfaces'],
  ['website', 'Websites'],
  ['presentation', 'Presentations'],
  ['email', 'Emails'],
];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ');
const row = ({ id, title, checks, why, severity }: Listed, link: string): string =>
  `| [\`${id}\`](${link}) | ${cell(title)}. ${cell(checks)} | ${cell(why)} | ${severity} |`;

function table(listed: readonly Listed[], fileOf: (rule: Listed) => string): string[] {
  return [
    '| rule | what it checks | why | severity |',
    '|---|---|---|---|',
    ...listed.map((rule) => row(rule, `../checklist/${fileOf(rule)}`)),
  ];
}

/** Returns the section of a type. Websites list only what interfaces do not: both are pages. */
function section([type, title]: (typeof titles)[number]): string[] {
  const own = rules.filter(({ types }) => types.includes(type) && !(type === 'website' && types.includes('ui')));
  const firsts = {
    website: ['All rules for interfaces, and:', ''],
    email: ['Also used for `html` of the type `ui`, the default.', ''],
  };
  const first = type === 'website' || type === 'email' ? firsts[type] : [];
  return [`## ${title} (\`${type}\`)`, '', ...first, ...table(own, ({ id }) => `rules/${id}.ts`), ''];
}

const text = `${[
  '# The checklist',
  '',
  '<!-- Written by `npm run generate` from the rules: change them, not this file. -->',
  '',
  'A second opinion runs these rules, by the type of the review. Each rule is one file, with an example that fails and one',
  'that passes. A screenshot shows at most six findings, the worst first, and at most two of one rule.',
  '',
  'Most rules read the page, the email or the PDF, so they run where the service itself made the screenshot. On an image',
  'that a client sends, also one that the command line or the Action captured, only the rules that read images run.',
  '',
  'To switch rules off for a workspace, use “Checklist” on `/workspace`, `sightline checklist --off RULE,RULE`, or',
  '`PATCH /api/checklist` with `{"off": ["RULE"]}`. For one run, use `skip_rules` of `second_opinion`, or',
  '`sightline second-opinion ID --skip RULE,RULE`.',
  '',
  ...titles.flatMap(section),
  '## Asked of a model',
  '',
  'If `VISION_PROVIDER` and `VISION_MODEL` name a model, the service asks it about all rules of the type and about these,',
  'which no computation can judge.',
  '',
  ...table(modelRules, () => 'model/rules.ts'),
].join('\n')}\n`;

if (process.argv.includes('--check')) {
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept !== text) {
    console.error('server/docs/checklist.md is out of date. Run: npm run generate');
    process.exitCode = 1;
  }
} else await writeFile(file, text);
