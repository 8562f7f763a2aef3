import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './source-imports.ts';

/**
 * Words from no glossary except ours, and what to say instead. Matched in any case, and within camelCase and
 * snake_case.
 */
const everywhere: readonly [banned: string, say: string][] = [
  ['mend(s|ed|ing|er)?', 'fix, repair'],
  ['hopeless', 'PermanentError'],
  ['breach(es)?', 'violation'],
  ['admission', 'rate limit, consumeRateLimit'],
  ['map of the house', 'architecture'],
  ['nowhere\\.html', '404.html'],
];

/** Banned in the server and the Action. `server/db`, the pages in the browser and the documentation still use some. */
const inServer: readonly [banned: string, say: string][] = [
  ['seal(s|ed|ing)?', 'encrypt'],
  ['admit(s|ted)?', 'consumeRateLimit'],
  ['(is|are) ended', 'ends, is stopped'],
  ['comes? to be', 'is created'],
  ['so that nobody', 'what it prevents, or against what it is'],
  ['whoever (runs|asked|holds)', 'operator, requester, reviewer'],
  ['interface \\d\\.\\d+', 'what the rule is'],
  ['gives? back|given back', 'return, release, restore'],
  ['(/\\*\\*|//) (of|whose)', 'the subject first'],
];

/** Banned only in prose: code still uses some of them, or needs them where other programs do. */
const inDocumentation: readonly [banned: string, say: string][] = [
  ['pinned|(a|an|each|the|this|your|every) pin|pins', 'mark'],
  ['reopens? \\w+', 'Not fixed yet'],
  ['seal(s|ed|ing)?', 'encrypt'],
  ['vouch(es|ed|ing)?', 'confirm, identity assertion'],
  ['desks?|upload room|room (of|for) (events|uploads)', 'controller, channel, upload quota'],
  ['tickets?', 'consent state'],
];

/**
 * Banned in the pages in the browser: source, styles and text. Wire fields, stored keys and fragments keep their names.
 */
const inPages: readonly [banned: string, say: string][] = [
  ['desks?', 'controller, UI state'],
  ['pictures?', 'screenshot, image'],
  ['(?<!`)hints?', 'finding; help, of a field'],
  ['pinned|pins?(?! then)', 'mark, marker'],
  ['news|arrivals?', 'updates'],
  ['gone|dead|nowhere', 'missing, deleted, ended'],
  ['rooms?', 'space'],
  ['tells?|told|hears?|heard', 'notify, report, return'],
  ['whoever|goes on|is to|gives? back|given back', 'anyone; continue; restore, release'],
];

const written = /\.(tsx?|mjs|html|css|prisma|md|ya?ml|json|sh|example)$|(^|\/)(Caddyfile|Dockerfile)$/;
/** Also what was captured of the sample website. */
const notOurs = /(^|\/)(node_modules|dist|generated|migrations|sample\/screenshots)(\/|$)/;
const files = globSync(
  [
    '{server,app,action,.github}/**/*',
    '{README,CONTRIBUTING,CHANGELOG,SECURITY}.md',
    '{action,app,docker-compose}.yml',
    '{Dockerfile,.env.example}',
  ],
  { cwd: root, exclude: (name) => notOurs.test(name) },
).filter((file) => written.test(file) && !notOurs.test(file));
const ofServer = files.filter((file) => /^(action|server)\//.test(file) && !/^server\/(db|web|docs)\//.test(file));
const documents = files.filter((file) => /\.md$|^(action|app)\.yml$/.test(file));

const pages = files.filter((file) => file.startsWith('server/web/'));

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const split = (text: string): string => text.replace(/(?<=[a-z])(?=[A-Z])|_/g, ' ');
/** Returns text without commands, code names and addresses. */
const proseOf = (text: string): string => text.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)|https?:\S+/g, '');

function linesWith(banned: string, among: readonly string[], textOf: (text: string) => string): string[] {
  const word = new RegExp(`(?<!\\w)(${banned})(?!\\w)`, 'i');
  return among.flatMap((file) =>
    textOf(read(file))
      .split('\n')
      .filter((line) => word.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

test('the search covers every written file', () => {
  expect(files.length).toBeGreaterThan(600);
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'action.yml', 'server/docs/mcp.md']));
});

test.each(everywhere)('nothing says "%s": say %s', (banned) => {
  expect(linesWith(banned, files, split)).toEqual([]);
});

test.each(inServer)('no file of the server or the Action says "%s": say %s', (banned) => {
  expect(linesWith(banned, ofServer, split)).toEqual([]);
});

test.each(inDocumentation)('no page says "%s": say %s', (banned) => {
  expect(linesWith(banned, documents, proseOf)).toEqual([]);
});

test.each(inPages)('nothing in the pages says "%s": say %s', (banned) => {
  expect(linesWith(banned, pages, split)).toEqual([]);
});
