import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { compare } from '../../../server/adapters/images/index.ts';
import { contextOptions, viewports } from '../../../server/capture/index.ts';
import { table } from '../../../server/cli/text.ts';
import { findNoiseRefusal, type NoisePattern, rulesCovering } from '../../../server/domain/noise/rules.ts';
import { toStored } from '../../../server/domain/shot/change.ts';
import { testBrowser } from '../../support/browser.ts';
import { foreignPages } from '../../support/foreign/pages.ts';
import { serveForeignPages } from '../../support/foreign/serve.ts';
import { createRandom } from '../../support/random.ts';
import { settle } from '../support/in-page.ts';
import {
  addNoise,
  drawNoise,
  type NoiseKind,
  noiseKinds,
  type Regression,
  regress,
  regressions,
  repairPage,
} from './support/noisy-page.ts';

// Noise rules on real pages with something that differs by itself: how often a person is asked, and what is missed.

const RUNS = 8;
const BROKEN = 8;
const size = { width: 1024, height: 640 };
const names = ['sb-admin', 'creative', 'uikit-form', 'material-kit', 'weui-article', 'jsgrid-static', 'swagger-ui'];
const pages = foreignPages.filter(({ name }) => names.includes(name));

interface Broken {
  how: Regression;
  /** Whether what is broken lies where the noise is. */
  inside: boolean;
  missed: boolean;
}
interface Row {
  kind: NoiseKind;
  /** Screenshots of the same code that differ from the baseline */
  differing: number;
  /** Those that no rule covered, of which the person then made one. */
  asked: number;
  /** Those of them that cannot be noise. */
  refused: number;
  broken: Broken[];
}

const site = await serveForeignPages();
const browser = await testBrowser(1);
const random = createRandom(20_261_127);

// A field that the page itself focuses has a cursor, which blinks by the machine's clock.
const screenshot = (page: Page): Promise<Buffer> => page.screenshot({ animations: 'allow', caret: 'hide' });

async function differenceOf(before: Buffer, after: Buffer) {
  const { kind, share, areas } = await compare(before, after);
  return { kind, ...size, before: size, share, areas: areas.map((area) => toStored(area, size)) };
}

/** Takes screenshots of a page with one kind of noise. A person calls noise whatever asks and is no regression. */
async function play(page: Page, row: Row): Promise<void> {
  const { kind } = row;
  await page.evaluate(addNoise, { kind, x: Math.floor(random() * 760), y: Math.floor(random() * 480) });
  const drawn = async (): Promise<Buffer> => {
    await page.evaluate(drawNoise, { kind, at: random() });
    return screenshot(page);
  };
  const baseline = await drawn();
  const rules: NoisePattern[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const found = await differenceOf(baseline, await drawn());
    if (found.kind === 'identical') continue;
    row.differing += 1;
    if (rulesCovering(found, rules).length > 0) continue;
    row.asked += 1;
    if (findNoiseRefusal(found) === null) rules.push(found);
    else row.refused += 1;
  }
  for (let at = 0; at < BROKEN; at += 1) {
    const inside = at % 2 === 1;
    const how = regressions[Math.floor(random() * regressions.length)] ?? 'hidden';
    const clean = await drawn();
    await page.evaluate(regress, { how, pick: random(), noisy: inside });
    const broken = await screenshot(page);
    await page.evaluate(repairPage);
    // Hiding an empty element, for example, shows nothing.
    if ((await differenceOf(clean, broken)).kind === 'identical') continue;
    const found = await differenceOf(baseline, broken);
    row.broken.push({ how, inside, missed: found.kind === 'identical' || rulesCovering(found, rules).length > 0 });
  }
}

test('noise rules hide no regression beside the noise, and ask seldom', { timeout: 1_800_000 }, async () => {
  const rows = noiseKinds.map((kind): Row => ({ kind, differing: 0, asked: 0, refused: 0, broken: [] }));
  for (const known of pages) {
    const options = { viewport: viewports.desktop, proxyServer: site.proxyServer };
    await browser.withContext(
      (version) => contextOptions(options, version),
      async (context) => {
        const page = await context.newPage();
        await page.setViewportSize(size);
        await page.goto(site.url(known));
        await settle(page);
        for (const row of rows) await play(page, row);
      },
    );
  }
  const count = ({ broken }: Row, inside: boolean, missed: boolean) =>
    broken.filter((each) => each.inside === inside && (each.missed || !missed)).length;
  console.log(
    table([
      ['noise', 'differing', 'asked', 'cannot be noise', 'regressions', 'missed', 'inside the noise', 'missed'],
      ...rows.map((row) => [
        row.kind,
        ...[row.differing, row.asked, row.refused, count(row, false, false), count(row, false, true)].map(String),
        ...[count(row, true, false), count(row, true, true)].map(String),
      ]),
    ]),
  );
  for (const row of rows) {
    expect(count(row, false, false), row.kind).toBeGreaterThanOrEqual(20);
    expect(count(row, false, true), row.kind).toBe(0);
    // The person makes a rule or two on each page; without rules, every screenshot that differs would ask.
    expect(row.asked, row.kind).toBeLessThanOrEqual(2 * pages.length);
    expect(row.differing, row.kind).toBeGreaterThan(2 * row.asked);
  }
  // Inside the noise, what is larger than the noise is seen. What is not, is not: the documentation says so.
  const larger = rows.flatMap(({ broken }) => broken.filter(({ inside }) => inside));
  const plain = larger.filter(({ how }) => how === 'recoloured' || how === 'covered');
  expect(plain.length).toBeGreaterThanOrEqual(20);
  expect(plain.filter(({ missed }) => missed)).toEqual([]);
});
