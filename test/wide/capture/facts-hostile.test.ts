import { describe, expect, it } from 'vitest';
import { collectFacts } from '../../../server/capture/facts.ts';
import { readFacts } from '../../../server/capture/facts-list.ts';
import { capture } from '../../capture/support/capture.ts';
import { elementsOf, type Shown, tall, withPage } from '../../capture/support/element-map.ts';
import { engine, factsOf, textOf } from '../../capture/support/facts.ts';
import { hidingNames, lies } from '../../capture/support/lies.ts';
import { site } from '../../capture/support/site.ts';

const plain = `<!doctype html><html lang="en"><title>Page</title><body><h1>Title</h1><p style="color:#777">Grey words</p>
<p style="width:80px;overflow:hidden;white-space:nowrap">Words that are cut off</p><div style="height:2000px"></div>
<form><label>Mail <input name="mail" type="email"></label><button>Send <b>it</b></button><button></button></form><p>Last</p>`;

describe('a page that overrides DOM functions has the same facts', async () => {
  const source = await engine();
  const honest = await factsOf(plain, { engine: source });

  it('which are not empty', () => {
    expect(honest.texts.length).toBeGreaterThan(5);
    expect(honest.violations.map(({ rule }) => rule)).toEqual(['button-name']);
  });

  it.each(lies)('%s', async (_, script) => {
    expect(await factsOf(`${plain}<script>${script}</script>`, { engine: source })).toEqual(honest);
  });

  it('with names that hide DOM properties', async () => {
    const inputs = hidingNames.map((name) => `<input name="${name}" aria-label="${name}">`).join('');
    const forms = hidingNames.map((name) => `<form name="${name}">${name}</form>`).join('');
    const facts = await factsOf(`<!doctype html><title>Page</title><form>${inputs}</form>${forms}<p>Last words</p>`);
    expect(facts.controls.map(({ name }) => name)).toEqual(hidingNames);
    expect(textOf(facts, 'Last words').ground).toBe('#ffffff');
    console.log(`${lies.length} ways to lie and ${hidingNames.length * 2} names that hide properties: the same facts`);
  });
});

const notice = `globalThis.said = [];
  new MutationObserver((all) => said.push(...all.map(({ type }) => type))).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });`;

it('collecting facts leaves the page as it was: its tree, style sheets and scroll position', async () => {
  const source = await engine();
  await withPage({ html: plain, scripts: [notice] }, async (page) => {
    const state = () =>
      page.evaluate('[scrollX, scrollY, document.adoptedStyleSheets.length, typeof axe, said.join()].join(";")');
    await page.evaluate('said.length = 0');
    const before = await state();
    const { facts } = await collectFacts(page, tall, [], { engine: source, patience: 40 });
    expect(facts?.texts.length).toBeGreaterThan(5);
    expect(await state()).toBe(before);
    expect(before).toBe('0;0;0;undefined;');
  });
});

it('collecting facts does not change the element map', async () => {
  await withPage({ html: plain }, async (page) => {
    const before = await elementsOf(page);
    await collectFacts(page, tall, [], { engine: null, patience: 40 });
    expect(await elementsOf(page)).toEqual(before);
  });
});

describe('a page that is very large returns facts up to the limits', () => {
  it.each<[string, string, number]>([
    ['50,000 elements', '<p>Some words <a href="#x">in a link</a> and more</p>'.repeat(17_000), 20],
    ['texts without end', `<p style="font:4px/4px Arial;margin:0">${'語'.repeat(300)}</p>`.repeat(1_600), 20],
    ['1,500 elements deep', `${'<div>'.repeat(1_500)}Deep words`, 1],
    ['a line of a million letters', `<p>${'a'.repeat(1_000_000)}</p>`, 1],
  ])('%s', async (_, html, least) => {
    const began = performance.now();
    const facts = await factsOf(`<!doctype html><title>x</title>${html}`);
    expect(facts.texts.length).toBeGreaterThanOrEqual(least);
    expect(facts.texts.length).toBeLessThanOrEqual(1_500);
    const bytes = Buffer.byteLength(JSON.stringify(facts));
    expect(bytes).toBeLessThanOrEqual(301_000);
    for (const { text } of facts.texts) expect(text.length).toBeLessThanOrEqual(300);
    console.log(
      `${facts.texts.length} texts, ${bytes} bytes, ${Math.round(performance.now() - began)} ms with the page`,
    );
  });
});

describe('a page that does not answer', () => {
  const asked = (shown: Shown, script: string) =>
    withPage(shown, async (page) => {
      const done = page.evaluate(script).catch(() => undefined);
      const { facts } = await collectFacts(page, tall, [], { engine: null });
      if (!page.isClosed()) await page.close();
      await done;
      return facts;
    });

  it('has no facts when it runs for ever', async () => {
    expect(await asked({ html: plain }, 'for (;;);')).toBeNull();
  });

  it('has no facts when it is closed', async () => {
    await withPage({ html: plain }, async (page) => {
      await page.close();
      expect((await collectFacts(page, tall, [], { engine: null })).facts).toBeNull();
    });
  });

  it('has no facts, or those from before, when it navigates away', async () => {
    const facts = await asked({ html: plain }, 'location.href = "about:blank"');
    expect(facts === null || facts.texts.length === 0 || facts.texts.some(({ text }) => text === 'Last')).toBe(true);
  });

  it.each<[string, Partial<Shown>]>([
    ['scripts off', { scriptsOff: true }],
    [
      'a policy against everything',
      { headers: { 'content-security-policy': "default-src 'none'; sandbox allow-scripts" } },
    ],
  ])('has facts despite: %s', async (_, more) => {
    const { texts } = await factsOf('<!doctype html><p>Words</p>', more);
    expect(texts.map(({ text }) => text)).toEqual(['Words']);
  });
});

describe('the page’s answer is validated', () => {
  const limits = { width: 100, height: 100 };
  const box = { x: 1, y: 2, width: 3, height: 4 };

  it.each([null, 'facts', [], {}, { page: 3 }])('is null for %j', (said) => {
    expect(readFacts(said, [], limits)).toBeNull();
  });

  it('drops or replaces invalid parts', () => {
    const read = readFacts(
      {
        texts: [
          { text: 'a\0b\ud800', box, color: 'red', size: Number.NaN, role: 'king', level: 9 },
          { box: { ...box, x: '1' } },
          7,
        ],
        images: [{ box: { ...box, x: 200 } }, { box, state: 'lost', naturalWidth: -4 }],
        controls: { length: 1e9 },
        page: { title: 4, language: {}, spills: 'x' },
      },
      [{ box, rule: 'x'.repeat(999), impact: 'worst' }],
      limits,
    );
    expect(read?.isCut).toBe(false);
    const facts = read?.facts;
    expect(facts?.texts).toEqual([
      expect.objectContaining({
        text: 'ab\ufffd',
        color: null,
        size: 0,
        role: 'text',
        level: 6,
        lines: 1,
        weight: 400,
      }),
    ]);
    expect(facts?.images).toEqual([expect.objectContaining({ state: 'shown', naturalWidth: 0 })]);
    expect(facts?.controls).toEqual([]);
    expect(facts?.violations).toEqual([expect.objectContaining({ rule: 'x'.repeat(60), impact: 'moderate' })]);
    expect(facts?.page).toMatchObject({ title: '', language: null, spills: [] });
  });
});

it('a screenshot is the same with and without facts, and has facts only on request', async () => {
  const source = await engine();
  const pages = await site({ '/': `${plain}<p class="private">Private words</p><p>Not private</p>` });
  const request = { url: `${pages.origin}/`, mask: ['.private'] };
  const [bare, asked] = await Promise.all([
    capture(pages.allow, request),
    capture(pages.allow, { ...request, facts: { engine: source } }),
  ]);
  expect(bare.facts).toBeNull();
  expect(asked.facts?.texts.map(({ text }) => text)).toContain('Last');
  expect(asked.facts?.texts.map(({ text }) => text)).not.toContain('Private words');
  expect(asked.png.equals(bare.png)).toBe(true);
  expect(asked.notices).toEqual(bare.notices);
});
