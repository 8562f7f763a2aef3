import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { engineSource } from '../../server/adapters/capture-view/engine.ts';
import { toShotFacts } from '../../server/adapters/capture-view/to-shot-facts.ts';
import { pixelsOf } from '../../server/adapters/images/index.ts';
import { capturePage, contextOptions, viewports } from '../../server/capture/index.ts';
import { analyze } from '../../server/checklist/image/analyze.ts';
import type { Scene } from '../../server/checklist/rule.ts';
import { type Finding, mostImportant, runRules } from '../../server/checklist/run-rules.ts';
import { table } from '../../server/cli/text.ts';
import { testBrowser } from '../support/browser.ts';
import { distinctPages, foreignPages } from '../support/foreign/pages.ts';
import { type ForeignSite, serveForeignPages } from '../support/foreign/serve.ts';
import { judgedFindings, untrueFindings } from './support/judged-findings.ts';

/** The folder where crops of findings without a judgement are kept for inspection, if any. */
const kept = process.env.KEEP_IMAGES;
/** Names of the pages to run, comma-separated; distinct ones and those with untrue findings of the past when unset. */
const only = process.env.PAGES?.split(',');
/** Pixels around the area of a finding in its crop. */
const MARGIN = 120;

const screens = ['desktop', 'mobile'] as const;
type Screen = (typeof screens)[number];
type Shown = Omit<Scene, 'others' | 'type'> & { png: Buffer };

interface Opinion extends Finding {
  page: string;
  screen: Screen;
}

const concurrency = 2;
const browser = await testBrowser(concurrency);

async function show(site: ForeignSite, name: string, screen: Screen): Promise<Shown> {
  const page = foreignPages.find((each) => each.name === name);
  if (page === undefined) throw new Error(`There is no foreign page called ${name}.`);
  const viewport = viewports[screen];
  const options = { viewport, proxyServer: site.proxyServer };
  const engine = viewport.mobile ? null : await engineSource();
  // With the time limits of a service, a busy machine finds less.
  const wanted = { engine, patience: 40 };
  const shot = await browser.withContext(
    (version) => contextOptions(options, version),
    (context) => capturePage(context, { url: site.url(page), viewport, deadlineMs: 120_000, facts: wanted }),
  );
  const facts = toShotFacts(shot.facts, 'page', viewport);
  if (facts === null) throw new Error(`${name} does not say anything on ${screen}.`);
  const { width, height, png } = shot;
  const notices = shot.notices.map(({ code }) => code);
  return {
    shot: { label: name, width, height, viewport, pageNumber: null, pageUrl: page.path, notices },
    facts,
    image: analyze(await pixelsOf(png)),
    png,
  };
}

/** Returns the findings that the service would show for a page. One that both screens have is listed once. */
async function opinionsOn(site: ForeignSite, page: string): Promise<Opinion[]> {
  const shown = { desktop: await show(site, page, 'desktop'), mobile: await show(site, page, 'mobile') };
  const found = (screen: Screen): Finding[] => {
    const other = shown[screen === 'desktop' ? 'mobile' : 'desktop'];
    const others = [{ shot: other.shot, facts: other.facts }];
    return mostImportant(runRules({ ...shown[screen], type: 'website', others }, new Set()));
  };
  const onDesktop = found('desktop');
  const onMobile = found('mobile').filter(
    ({ rule, body }) => !onDesktop.some((other) => other.rule === rule && other.body === body),
  );
  const opinions = [
    ...onDesktop.map((each) => ({ ...each, page, screen: 'desktop' as const })),
    ...onMobile.map((each) => ({ ...each, page, screen: 'mobile' as const })),
  ];
  for (const each of opinions.filter((opinion) => judgementOf(opinion) === undefined))
    if (kept !== undefined) await keep(each, shown[each.screen], kept);
  return opinions;
}

async function keep(opinion: Opinion, { png, shot }: Shown, folder: string): Promise<void> {
  const { page, screen, rule, area, body } = opinion;
  const { x, y, width, height } = area ?? { x: 0, y: 0, width: 1, height: Math.min(1, shot.width / shot.height) };
  const [left, top] = [Math.max(0, x * shot.width - MARGIN), Math.max(0, y * shot.height - MARGIN)].map(Math.floor);
  const crop = {
    left: left ?? 0,
    top: top ?? 0,
    width: Math.min(shot.width - (left ?? 0), Math.ceil(width * shot.width + 2 * MARGIN)),
    height: Math.min(shot.height - (top ?? 0), Math.ceil(height * shot.height + 2 * MARGIN)),
  };
  mkdirSync(folder, { recursive: true });
  const name = join(folder, `${page}-${screen}-${rule}-${Math.round(x * 1e4)}-${Math.round(y * 1e4)}`);
  await sharp(png).extract(crop).png().toFile(`${name}.png`);
  writeFileSync(`${name}.txt`, body);
}

/** Returns the first quotation of a finding, or ''. Its numbers may differ from one capture to the next. */
const wordsOf = ({ body }: Finding): string => /“[^”]*”/.exec(body.slice(0, 140))?.[0] ?? '';

const judgementOf = (opinion: Opinion) =>
  judgedFindings.find(
    ([page, screen, rule, words]) =>
      page === opinion.page && screen === opinion.screen && rule === opinion.rule && words === wordsOf(opinion),
  )?.[4];

const isUntrue = (opinion: Opinion): boolean =>
  untrueFindings.some(
    ([page, rule, words]) => page === opinion.page && rule === opinion.rule && opinion.body.includes(words),
  );

const line = ({ page, screen, rule, body }: Opinion): string => `${page}, ${screen}, ${rule}: ${body}`;

test('findings on foreign pages are true and useful, as judged one by one', { timeout: 1_800_000 }, async () => {
  const site = await serveForeignPages();
  const pages = [...distinctPages.map(({ name }) => name), ...untrueFindings.map(([page]) => page)];
  const names = only ?? [...new Set(pages)];
  const jobs = [...names];
  const found: Opinion[] = [];
  async function work(): Promise<void> {
    for (let name = jobs.shift(); name !== undefined; name = jobs.shift())
      found.push(...(await opinionsOn(site, name)));
  }
  await Promise.all(Array.from({ length: concurrency }, work));
  const untrue = found.filter(isUntrue);
  const judged = found.filter((each) => judgementOf(each) !== undefined && !untrue.includes(each));
  const fresh = found.filter((each) => judgementOf(each) === undefined && !untrue.includes(each));
  const useful = judged.filter((each) => judgementOf(each) === 'useful');
  const rules = [...new Set(found.map(({ rule }) => rule))].sort();
  const count = (all: readonly Opinion[], rule: string): string => `${all.filter((each) => each.rule === rule).length}`;
  console.log(
    table([
      ['rule', 'found', 'true', 'useful', 'not judged'],
      ...rules.map((rule) => [rule, ...[found, judged, useful, fresh].map((all) => count(all, rule))]),
    ]),
  );
  const percent = (some: readonly Opinion[]): string => `${Math.round((100 * some.length) / found.length)} %`;
  console.log(`${found.length} findings, ${percent(judged)} true, ${percent(useful)} useful`);
  if (fresh.length > 0) console.log(['Not judged:', ...fresh.map(line)].join('\n'));
  expect(untrue.map(line)).toEqual([]);
  // A finding without a judgement counts as untrue.
  expect(judged.length / found.length).toBeGreaterThanOrEqual(0.95);
  expect(useful.length / found.length).toBeGreaterThanOrEqual(0.6);
  const wanted = judgedFindings.filter(([page, , , , judgement]) => names.includes(page) && judgement === 'useful');
  expect(useful.length / wanted.length).toBeGreaterThanOrEqual(0.95);
});

/** Each of these was once missed. */
const defects: readonly { what: string; page: string; added: string; screen: Screen; finds: string }[] = [
  {
    what: 'a page without any of its styles',
    page: 'creative',
    added: '<base href="/nowhere/">',
    screen: 'desktop',
    finds: 'unstyled-page: The page is shown without its styles',
  },
  {
    what: 'a menu that nothing opens on phones',
    page: 'creative',
    added: '<style>.navbar-toggler{display:none !important}</style>',
    screen: 'mobile',
    finds: 'menu-lost-on-mobile: The menu of the desktop view (“About”, “Services”',
  },
  {
    what: 'a transparent navigation',
    page: 'creative',
    added: '<style>.navbar-nav{opacity:0 !important}</style>',
    screen: 'desktop',
    finds: 'invisible-navigation: The links “About”, “Services”, “Portfolio”',
  },
  {
    what: 'headings behind a bar',
    page: 'sb-admin-static',
    added: '<style>.sb-topnav{position:fixed !important;top:0;left:0;right:0}</style>',
    screen: 'desktop',
    finds:
      'text-covered: “Core” is hidden behind the bar at the top, and scrolling does not reveal it. One more text, “Static Nav',
  },
  {
    what: 'a table without room for its columns',
    page: 'sb-admin-tables',
    added: '<style>.card-body{overflow:hidden !important}</style>',
    screen: 'mobile',
    finds: 'table-cut-off: 2 columns of this table, such as “Start date” and “Salary”, are cut off',
  },
];

test.each(defects)('the checklist finds $what', async ({ page, added, screen, finds }) => {
  const site = await serveForeignPages({ [page]: added });
  const found = await opinionsOn(site, page);
  const said = found.filter((each) => each.screen === screen).map(({ rule, body }) => `${rule}: ${body}`);
  expect(said.filter((each) => each.startsWith(finds)).length, said.join('\n')).toBe(1);
});
