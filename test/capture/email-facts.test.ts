import { describe, expect, it, test } from 'vitest';
import { toEmailFact } from '../../server/adapters/capture-view/email-fact.ts';
import { droppedBy } from '../../server/adapters/capture-view/mail-clients.ts';
import { type CapturedEmail, collectEmailFacts } from '../../server/capture/email-facts.ts';
import { exampleImage } from '../../server/checklist/rules/example-images.ts';
import type { EmailFact } from '../../server/contract/shot-facts.ts';
import { launchBrowser } from '../web/support/browser.ts';
import { isSamePlace } from './second-opinion/support/places.ts';
import { openStage, type Shown } from './second-opinion/support/stage.ts';

const [stage, browser] = await Promise.all([openStage(), launchBrowser(['--host-resolver-rules=MAP * ~NOTFOUND'])]);
const page = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 680, height: 900 } });

async function show(html: string): Promise<Shown> {
  const [shown] = await stage.show({ as: 'email', html }, 'email');
  if (shown === undefined) throw new Error('There is no screenshot.');
  return shown;
}

const x = 'https://files.invalid';

/** Returns the facts of an email, without a screenshot of it. One page shows one email after the other. */
async function ask(html: string): Promise<CapturedEmail | null> {
  await page.setContent(html, { waitUntil: 'domcontentloaded', timeout: 0 });
  return collectEmailFacts(page, { width: 680, height: 900 });
}

/** Returns the fact that the checklist reads, from the email’s source and its collected facts. */
async function factOf(html: string): Promise<EmailFact> {
  const said = await ask(html);
  if (said === null) throw new Error('Nothing is known of it.');
  return toEmailFact({ html, dark: false }, said, { contentWidth: 680, spills: [] }, (box) => box);
}

/** Features that have a place of their own in an email, by title. */
const placed: readonly (readonly [string, string])[] = [
  [
    'display:flex',
    '<div data-defect style="display:flex;gap:8px"><div>By the river</div><div>Over the hill</div></div>',
  ],
  ['display:grid', '<div data-defect style="display:grid;grid-template-columns:1fr 1fr"><p>Nine</p><p>Six</p></div>'],
  [
    'position',
    '<div style="position:relative;height:60px"><b data-defect style="position:absolute;right:8px;top:8px">New</b></div>',
  ],
  ['margin', '<p>Above</p><div data-defect style="margin-top:-12px;margin-left:60px;width:160px">Drawn up</div>'],
  ['transform', '<p data-defect style="transform:rotate(-5deg);width:160px">Turned</p>'],
  ['background-image', `<div data-defect style="background-image:url(${x}/a.png);color:#fff"><p>On an image</p></div>`],
  ['linear-gradient()', '<p data-defect style="background:linear-gradient(#123,#345);color:#fff">On a gradient</p>'],
  [
    'CSS Variables (Custom Properties)',
    '<p data-defect style="background:var(--sand, #fe9)">In the brand’s colour</p>',
  ],
  ['lch(), oklch(), lab(), oklab()', '<p data-defect style="color:oklch(0.4 0.2 30)">In a new notation</p>'],
  ['CSS calc() function', '<p data-defect style="width:calc(50% - 20px);background:#eee">Half of it</p>'],
  ['rem unit', '<h2 data-defect style="font-size:1.75rem">By the root’s size</h2>'],
  [
    'Embedded <svg> image',
    '<p><svg data-defect width="80" height="40"><rect width="80" height="40" fill="teal"/></svg></p>',
  ],
  ['SVG image format', `<p><img data-defect src="${x}/logo.svg" width="90" height="40" alt="Walks"></p>`],
  ['webP image format', `<p><img data-defect src="${x}/a.webp?w=2" width="120" height="60" alt="A hill"></p>`],
  ['AVIF image format', `<p><img data-defect src="${x}/a.avif" width="120" height="60" alt="A lake"></p>`],
  [
    'Base 64 image format',
    `<p><img data-defect data-inline src="${exampleImage(60, 40)}" width="120" height="80" alt="A wood"></p>`,
  ],
  ['CSS Nesting', '<div class="card"><p data-defect class="inner">Styled from within</p></div>'],
  ['::before', '<p data-defect class="new">Path along the ridge</p>'],
  ['<form> element', `<form data-defect action="${x}/"><input aria-label="Name"></form>`],
  [
    'float',
    '<div><div data-defect style="float:left;width:300px;height:80px">One column</div><div style="margin-left:320px">Another column</div></div><br style="clear:both">',
  ],
];

/** Features of the whole email. */
const whole = [
  '<link> element',
  '@import',
  '<style> element over 16 KB',
  '<style> element in <body>',
  'hidden attribute',
];

const everything = `<html lang="en"><head><link rel="stylesheet" href="${x}/a.css"><style>@import url("${x}/b.css");</style>
  <style>.card{padding:4px; .inner{color:#900}} .new::before{content:"New: "}</style>
  <style>${'.unused-one{padding:10px;color:#123456}'.repeat(450)}</style></head>
  <body style="font:16px Arial,sans-serif"><p hidden>For lists alone</p><style>.q{color:#900}</style><p class="q">Steep</p>
  ${placed.map(([, html]) => html).join('\n')}</body></html>`;

/** The same features, without a visible effect. */
const harmless = `<html lang="en"><head><link rel="stylesheet" href="${x}/css?family=Fonts"><link rel="preconnect" href="${x}/">
  <style>@media (max-width:400px){.a{display:grid;color:var(--b);width:calc(50% - 4px)}} .b{color:#222;color:var(--c,#222)} .x .y{color:oklch(0 0 0)}</style></head>
  <body style="font:16px Arial,sans-serif"><p class="a b">Words</p>
  <p hidden style="display:none">For lists alone</p>
  <div style="display:flex;flex-direction:column"><div>Above</div><div>Below</div></div>
  <div style="display:flex;justify-content:center"><a href="${x}/">Alone in the middle</a></div>
  <div style="display:grid"><p>Above</p><p>Below</p></div>
  <p style="position:relative;transform:none;margin:-1px 0">In its place</p>
  <p style="background:#123 url(${x}/a.png);background-color:#123;color:#fff">Can be read without</p>
  <p style="background:linear-gradient(#fff,#eef);color:#222">Can be read without</p>
  <p style="width:50%;width:calc(50% - 20px)">Has a width before</p>
  <p style="font-size:1rem">As large as without</p>
  <img src="${x}/a.png" width="80" height="40" alt="A hill"><picture><source srcset="${x}/a.webp"><img src="${x}/a.jpg" width="80" height="40" alt="A lake"></picture>
  <p style="border-radius:8px;box-shadow:0 1px 2px #999;text-shadow:none;transition:all 1s">Rounded</p></body></html>`;

describe('the features that an email’s look depends on', () => {
  test('are found at their place, with the mail clients that drop them', async () => {
    const { scene, defects } = await show(everything);
    const dropped = scene.facts.email?.dropped ?? [];
    expect(dropped.map(({ feature }) => feature).sort()).toEqual(
      [...placed.map(([feature]) => feature), ...whole].sort(),
    );
    for (const [at, [feature]] of placed.entries()) {
      const found = dropped.find((each) => each.feature === feature);
      const [box, defect] = [found?.box ?? null, defects[at]];
      if (box === null || defect === undefined) throw new Error(`${feature} has no place.`);
      expect(isSamePlace(box, defect), feature).toBe(true);
    }
    for (const feature of whole) expect(dropped.find((each) => each.feature === feature)?.box, feature).toBeNull();
    for (const { feature, clients } of dropped) expect(clients.length, feature).toBeGreaterThan(0);
    console.log(
      `${placed.length} features in their places and ${whole.length} of the whole email: all found, none beside`,
    );
  });

  test('are none where a fallback exists', async () => {
    expect((await show(harmless)).scene.facts.email?.dropped).toEqual([]);
  });

  test('do not affect Outlook when its conditional comments provide an alternative', async () => {
    const flex = '<div style="display:flex"><div>Left</div><div>Right</div></div>';
    const ground = '<p style="background:linear-gradient(#123,#345);color:#fff">On a gradient</p>';
    const tables = '<!--[if mso]><table><tr><td><![endif]-->';
    const drawn = '<!--[if gte mso 9]><v:rect fill="true"><v:fill type="gradient"/><v:textbox><![endif]-->';
    const others = '<!--[if !mso]><!--><table><tr><td>For the others</td></tr></table><!--<![endif]-->';
    expect((await factOf(`${tables}${flex}`)).dropped).toEqual([]);
    expect((await factOf(`${others}${flex}`)).dropped).toMatchObject([{ clients: ['Outlook on Windows'] }]);
    const [gradient] = (await factOf(`${drawn}${ground}`)).dropped;
    expect(gradient?.clients).toContain('Outlook.com');
    expect(gradient?.clients).not.toContain('Outlook on Windows');
  });

  test('include embedded images, which Gmail drops; attached images are recognised', async () => {
    const { dropped, attached } = await factOf(
      `<p><img data-inline src="${exampleImage(200, 100)}" alt="A hill" width="200"></p><p><img src="cid:logo" width="90" height="30" alt="Walks"></p>`,
    );
    expect(dropped).toMatchObject([
      { feature: 'Base 64 image format', clients: ['Gmail', 'Gmail on iOS', 'Gmail on Android'] },
    ]);
    expect(attached).toHaveLength(1);
  });

  test('come from public data', async () => {
    expect(await droppedBy('SVG image format')).toMatchObject({
      clients: expect.arrayContaining(['Gmail', 'Gmail on iOS', 'Gmail on Android']),
      partial: false,
    });
    expect(await droppedBy('<style> element over 16 KB')).toEqual({ clients: ['Gmail'], partial: true });
    // The Gmail apps support it for Gmail accounts.
    expect((await droppedBy('display:flex'))?.clients).toEqual(['Outlook on Windows']);
    expect(await droppedBy('<p> element')).toBeNull();
    expect(await droppedBy('no such feature')).toBeNull();
    for (const [feature] of placed) expect(await droppedBy(feature), feature).not.toBeNull();
  });
});

describe('the preview text that a list of emails shows', () => {
  const shown = '<h1>The oven is back</h1><p>We bake again.</p>';
  it.each([
    ['display', '<div style="display:none">On Monday</div>'],
    ['no height', '<div style="max-height:0;overflow:hidden;line-height:1px;color:#fff">On Monday</div>'],
    ['no size', '<span style="font-size:0;mso-hide:all">On Monday</span>'],
    ['outside', '<div style="position:absolute;left:-9999px">On Monday</div>'],
    ['invisible', '<div style="visibility:hidden;opacity:0;height:0">On Monday</div>'],
    ['with filler', `<div style="display:none">On Monday${'&zwnj;&nbsp;&#847;&shy;&#8199;'.repeat(60)}</div>`],
    ['in parts', '<div style="display:none"><b>On</b> <i>Monday</i></div>'],
  ])('may be hidden in the email: %s', async (_, html) => {
    expect(await ask(html + shown)).toMatchObject({ preview: { text: 'On Monday', hidden: true } });
  });

  it.each([
    ['plain', shown],
    ['in a part whose size says nothing', `<div style="font-size:0"><div style="font-size:16px">${shown}</div></div>`],
    ['after a style and an image', `<style>p{color:#222}</style><img src="${x}/a.png" alt="Logo"><!-- x -->${shown}`],
  ])('is otherwise the first text: %s', async (_, html) => {
    expect(await ask(html)).toMatchObject({
      preview: { text: 'The oven is back We bake again.', hidden: false },
      readable: 30,
    });
  });

  it('is null when the email has no text', async () => {
    expect(await ask(`<img src="${x}/a.png" width="300" height="300" alt="All of it">`)).toMatchObject({
      preview: null,
      readable: 0,
    });
  });
});

describe('an unsubscribe link', () => {
  const sentence = (link: string) => `<p>We write once a month. ${link}</p>`;
  it.each([
    'Unsubscribe',
    'Opt out',
    'Manage your preferences',
    'Abmelden',
    'Newsletter abbestellen',
    'Se désabonner',
    'Se désinscrire',
    'Darse de baja',
    'Cancelar suscripción',
    'Disiscriviti',
    'Annulla iscrizione',
    'Afmelden',
    'Uitschrijven',
    'Cancelar a subscrição',
    'Descadastrar',
    'Wypisz się',
    'Anuluj subskrypcję',
    'Avregistrera dig',
    'Avsluta prenumerationen',
    'Leave this list',
    'No longer want these emails?',
    'Ne plus recevoir nos offres',
    'Nicht mehr erhalten',
    'Dejar de recibir',
  ])('%s', async (words) => {
    expect((await ask(sentence(`<a href="${x}/1">${words}</a>`)))?.hasUnsubscribe).toBe(true);
  });

  it.each([
    ['by its address', `<a href="${x}/list/unsubscribe?u=1">here</a>`, true],
    ['by a template’s', '<a href="{{unsubscribe_url}}">No more of this</a>', true],
    ['by mail', '<a href="mailto:stop@files.invalid?subject=unsubscribe">Write to us</a>', true],
    ['by its sentence', `To unsubscribe, <a href="${x}/1">click here</a>.`, true],
    ['as an image', `<a href="${x}/1"><img src="${x}/u.png" alt="Unsubscribe" width="90" height="20"></a>`, true],
    ['not as a link', 'Answer with “unsubscribe”.', false],
    [
      'subscribing',
      `<a href="${x}/subscribe">Subscribe</a> <a href="${x}/2">Abonnieren</a> <a href="${x}/3">S’abonner</a>`,
      false,
    ],
  ])('%s: %s', async (_, html, expected) => {
    expect((await ask(sentence(html)))?.hasUnsubscribe).toBe(expected);
  });
});

// Not concurrent: collecting the facts has a time limit, and these emails use all of the processor.
describe('hostile emails', () => {
  it('form and element names that hide DOM properties do not affect the facts', async () => {
    const names =
      '<form name="querySelectorAll"><input name="childNodes"><input name="style"></form><img name="body"><a id="getComputedStyle"></a>';
    expect(await ask(`${names}<p>Words <a href="#unsubscribe">here</a></p>`)).toMatchObject({
      preview: { text: 'Words here', hidden: false },
      hasUnsubscribe: true,
    });
  });
});
