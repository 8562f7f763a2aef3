/**
 * Writes `server/docs/checklist.md` from the rules, so that it lists what there is.
 * `--check` writes nothing and exits 1 when the committed file is not what the rules give.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReviewType } from '../contract/review.ts';
import { modelRules } from '../domain/second-opinion/model-rules/index.ts';
import { rules } from '../domain/second-opinion/rules/index.ts';

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

function table(listed: readonly Listed[], folder: string): string[] {
  return [
    '| rule | what it checks | why | severity |',
    '|---|---|---|---|',
    ...listed.map((rule) => row(rule, `../domain/second-opinion/${folder}/${rule.id}.ts`)),
  ];
}

/** Of websites only what interfaces have not: both are pages. */
function section([type, title]: (typeof titles)[number]): string[] {
  const own = rules.filter(({ types }) => types.includes(type) && !(type === 'website' && types.includes('ui')));
  const firsts = {
    website: ['Everything of interfaces, and:', ''],
    email: ['Also of what was sent as `html` without a type.', ''],
  };
  const first = type === 'website' || type === 'email' ? firsts[type] : [];
  return [`## ${title} (\`${type}\`)`, '', ...first, ...table(own, 'rules'), ''];
}

const text = `${[
  '# The checklist',
  '',
  '<!-- Written by `npm run docs:lists` from the rules: change them, not this file. -->',
  '',
  'What a second opinion looks at, by the type of the review. Each rule is one file, with an example that fails and one',
  'that passes. At most six findings a shot are shown, the worst first, and at most two of a rule.',
  '',
  'To switch rules off for a workspace: the switches under “Checklist” on `/workspace`, `sightline checklist --off',
  'RULE,RULE`, or `PATCH /api/checklist` with `{"off": ["RULE"]}`. For one run: `skip_rules` of `second_opinion`, or',
  '`sightline second-opinion ID --skip RULE,RULE`.',
  '',
  ...titles.flatMap(section),
  '## Asked of a model',
  '',
  'Where `VISION_PROVIDER` and `VISION_MODEL` name a model, it is asked all rules of the type, and these, which no',
  'computation can judge.',
  '',
  ...table(modelRules, 'model-rules'),
].join('\n')}\n`;

if (process.argv.includes('--check')) {
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept !== text) {
    console.error('server/docs/checklist.md is not what the rules say. Run: npm run docs:lists');
    process.exitCode = 1;
  }
} else await writeFile(file, text);
