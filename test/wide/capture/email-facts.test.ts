import { describe, expect, it } from 'vitest';
import { toEmailFact } from '../../../server/adapters/capture-view/email-fact.ts';
import { type CapturedEmail, collectEmailFacts } from '../../../server/capture/email-facts.ts';
import { testBrowser } from '../../support/browser.ts';

const browser = await testBrowser();

/** Returns the facts of an email, without a screenshot of it. */
function ask(html: string): Promise<CapturedEmail | null> {
  return browser.withContext({ javaScriptEnabled: false, viewport: { width: 680, height: 900 } }, async (context) => {
    const page = await context.newPage();
    await page.setContent(html, { waitUntil: 'domcontentloaded', timeout: 0 });
    return collectEmailFacts(page, { width: 680, height: 900 });
  });
}

// Not concurrent: collecting the facts has a time limit, and these emails use all of the processor.
describe('hostile emails', () => {
  const many = (count: number, make: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => make(at)).join('');
  it.each([
    ['deep', `${'<div style="display:flex">'.repeat(5_000)}x`],
    [
      'rules for every element',
      `<style>${many(3_000, (at) => `*:not(.a${at}){color:var(--x${at})}`)}</style>${'<p>x</p>'.repeat(2_000)}`,
    ],
    ['nested rules', `<style>${'a,b{& i,& u{'.repeat(4)}color:var(--x)${'}}'.repeat(4)}</style><a><i><i>x</i></i></a>`],
    [
      'one long declaration',
      `<style>p{color:${'var('.repeat(100_000)}}</style><p style="${'a:'.repeat(200_000)}">x</p>`,
    ],
    ['a property over and over', `<style>p{${'color:red;'.repeat(80_000)}color:var(--x)}</style><p>x</p>`],
    ['comments that never end', `${'<!--[if mso]>'.repeat(60_000)}<p>x</p>`],
    ['signs without width', `<p>${'\u200b\u034f'.repeat(200_000)}</p><p>x</p>`],
    ['links without end', `${'<a href="x">'.repeat(20_000)}x`],
  ])('%s: facts are collected within the time limit', async (_, html) => {
    const email = await ask(html);
    // Facts that cannot be collected in time are not invented.
    if (email !== null) {
      expect(email.uses.length).toBeLessThan(40);
      expect(email.preview?.text.length ?? 0).toBeLessThanOrEqual(200);
    }
  });

  it('an endless source is read once', async () => {
    const said = { preview: null, readable: 0, hasUnsubscribe: false, attached: [] };
    const uses = [{ feature: 'display:flex', box: null }];
    const page = { contentWidth: 680, spills: [] };
    for (const html of [
      '<!--[if mso]>'.repeat(80_000),
      '<!--[if'.repeat(140_000),
      'data:image/x;base64,'.repeat(50_000),
    ]) {
      const fact = await toEmailFact({ html, dark: false }, { ...said, uses }, page, (box) => box);
      expect(fact.dropped).toHaveLength(1);
      expect(fact.bytes).toBeLessThanOrEqual(html.length);
    }
  });
});
