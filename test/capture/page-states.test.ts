import { describe, expect, it } from 'vitest';
import { type CaptureFailure, type CaptureRequest, viewports } from '../../server/capture/index.ts';
import { toSteps } from '../../server/contract/step.ts';
import { capture, smallScreen, type Taken } from './support/capture.ts';
import { pixels, site } from './support/site.ts';

const style = `<style>
  body { margin: 0; font: 20px/1.5 monospace } * { box-sizing: border-box }
  .box { position: absolute; left: 0; width: 200px; height: 60px; background: white; border: 0; outline: 0; padding: 0 }
</style>`;
const red = [255, 0, 0];
const blue = [0, 0, 255];
const white = [255, 255, 255];

const pages = {
  '/click': `${style}<button class="box" hidden></button><button class="box" style="top:0">Menu</button>
    <script>document.querySelector('button:not([hidden])').onclick = (event) => setTimeout(() => {
      document.body.insertAdjacentHTML('beforeend', '<div class="box done" style="top:100px;background:red"></div>');
    }, 200)</script>`,
  '/hover': `${style}<div style="height:1200px"></div>
    <nav class="box" style="top:0">Menu<div class="box tip" style="top:100px;background:red;display:none"></div></nav>
    <div class="box low" style="top:800px">Card<div class="box" style="top:100px;background:white"></div></div>
    <style>.low:hover div { background: blue !important }</style>
    <script>const nav = document.querySelector('nav'), tip = document.querySelector('.tip');
    nav.onmouseenter = () => { tip.style.display = 'block' }; nav.onmouseleave = () => { tip.style.display = 'none' };
    addEventListener('scroll', () => { tip.style.display = 'none' })</script>`,
  '/type': `${style}<input name="q" class="box" value="old"><input type="date" class="box" style="top:60px">
    <output class="box" style="top:120px"></output><input id="email" class="box" style="top:200px">
    <style>#email:focus { background: red !important }</style><script>const [q, date] = document.querySelectorAll('input');
    const show = () => { const [out] = document.querySelectorAll('output');
      out.style.background = q.value === 'shoes = 2' && keys > 0 && date.value === '2026-02-01' ? 'red' : 'white' };
    let keys = 0; q.onkeyup = () => { keys += 1; show() }; date.oninput = show;</script>`,
  '/scroll': `${style}<div class="box list" style="top:0;height:100px;overflow:auto"><div style="height:600px;background:white"></div>
    <div style="height:600px;background:red"></div></div><div class="box row" style="top:200px;overflow-x:auto">
    <div style="width:2000px;height:40px;background:linear-gradient(90deg,white 600px,blue 600px)"></div></div>
    <div style="height:2000px"></div><div class="box seen" style="top:300px"></div>
    <script>addEventListener('scroll', () => { if (scrollY === 700) document.querySelector('.seen').style.background = 'red' })</script>`,
  '/modes': `${style}<style>@media (prefers-color-scheme: dark) { .dark { background: red } }
    @media (prefers-reduced-motion: no-preference) { .motion { background: red } }</style><div class="box dark"></div>
    <div class="box motion" style="top:60px"></div><div class="box language" style="top:120px"></div>
    <script>const [box] = document.querySelectorAll('.language'); const german = new Intl.NumberFormat().format(1.5) === '1,5';
    if (german && navigator.language === 'de-DE') box.style.background = 'red'</script>`,
  '/leads': `${style}<a href="/next" class="box">Next</a>`,
  '/next': `${style}<button class="box">Here</button><script>document.querySelector('button').onclick = (event) => {
    event.target.style.background = 'red' }</script>`,
  '/covered': `${style}<button class="box" id="below" disabled>Buy</button><div class="box" style="top:100px;z-index:1"></div>
    <button class="box" id="under" style="top:100px">Menu</button><p class="shown">Text</p><p class="no" hidden>No</p><input type="checkbox">
    <a href="/gone" style="position:absolute;top:300px">Gone</a>`,
};

const where = site(pages);
async function take(path: keyof typeof pages, steps: string[], request: Partial<CaptureRequest> = {}): Promise<Taken> {
  const { origin, allow } = await where;
  return capture(allow, { url: origin + path, viewport: smallScreen, steps: toSteps(steps), ...request });
}
async function colours(path: keyof typeof pages, steps: string[], places: [number, number][], request = {}) {
  const at = await pixels((await take(path, steps, request)).png);
  return places.map(([x, y]) => at(x, y));
}

describe.concurrent('a step', () => {
  it('clicks what is visible, and waits for what appears', async () => {
    const place: [number, number][] = [[150, 130]];
    expect(await colours('/click', ['click button', 'wait .done'], place)).toEqual([red]);
    expect(await colours('/click', ['click button'], [[300, 260]], { viewport: viewports.mobile })).toEqual([red]);
  });

  it('hovers, also after the page was scrolled through, and below the first screen', async () => {
    const places: [number, number][] = [
      [150, 130],
      [150, 930],
    ];
    expect(await colours('/hover', ['hover nav', 'wait .tip'], places)).toEqual([red, white]);
    expect(await colours('/hover', ['hover .low'], places)).toEqual([white, blue]);
    expect(await colours('/hover', ['hover .low', 'click nav'], places)).toEqual([white, white]);
  });

  it('types, key by key where a field takes keys, and focuses a field', async () => {
    const steps = ['type [name=q] = shoes = 2', 'type [type=date] = 2026-02-01', 'focus #email'];
    const places: [number, number][] = [
      [150, 150],
      [150, 230],
    ];
    expect(await colours('/type', steps, places)).toEqual([red, red]);
  });

  it('scrolls a part downwards or sideways, and the page', async () => {
    const steps = ['scroll .list 600', 'scroll .row 700', 'scroll 700'];
    const places: [number, number][] = [
      [50, 50],
      [50, 220],
      [50, 330],
    ];
    expect(await colours('/scroll', steps, places)).toEqual([red, blue, red]);
  });

  it('goes on with the page that a click leads to', async () => {
    const taken = await take('/leads', ['click a', 'click button']);
    expect(taken.finalUrl).toMatch(/\/next$/);
    expect((await pixels(taken.png))(150, 30)).toEqual(red);
  });
});

describe.concurrent('a step that cannot be done', () => {
  it.each<[string[], string]>([
    [['wait .shown', 'click .no'], 'Step 2, click ".no": no visible element matches this selector.'],
    [['click [['], 'Step 1, click "[[": this is not a CSS selector.'],
    [['click #below'], 'Step 1, click "#below": it is disabled or read-only. Add a step before it that changes that.'],
    [
      ['click #under'],
      'Step 1, click "#under": another element covers it. Add a step before it that closes what is in front.',
    ],
    [['type .shown = x'], 'Step 1, type ".shown": it takes no such text.'],
    [['type [type=checkbox] = x'], 'Step 1, type "[type=checkbox]": it takes no such text.'],
    [['scroll .shown 50'], 'Step 1, scroll ".shown": it has nothing to scroll.'],
    [['click a', 'click .never'], 'answered 404'],
  ])('fails the capture of %j', async (steps, message) => {
    const failure = await take('/covered', steps, { deadlineMs: 20_000 }).then(
      () => null,
      (error: CaptureFailure) => error,
    );
    expect(failure?.message).toContain(message);
    expect(failure?.message).not.toMatch(/locator|Timeout|Call log/i);
  });

  it('fails when a click leads to an address that is not public', async () => {
    const hidden = await site({ '/': 'secret' });
    const { origin, allow } = await site({ '/': `<a href="${hidden.origin}/">Inside</a>` });
    const taking = capture(allow, { url: `${origin}/`, steps: toSteps(['click a']) });
    await expect(taking).rejects.toMatchObject({ reason: 'refused' });
    expect(hidden.requests).toEqual([]);
  });
});

describe.concurrent('a mode', () => {
  const places: [number, number][] = [
    [150, 30],
    [150, 90],
    [150, 150],
  ];

  it('is light, reduced motion and American English by default', async () => {
    expect(await colours('/modes', [], places)).toEqual([white, white, white]);
  });

  it('is dark, full motion or another language on request', async () => {
    const modes = { colourScheme: 'dark', reducedMotion: false, locale: 'de-DE' } as const;
    expect(await colours('/modes', [], places, modes)).toEqual([red, red, red]);
    const { requests } = await where;
    expect(requests.map(({ headers }) => headers['accept-language'])).toContainEqual(expect.stringMatching(/^de-DE/));
  });
});
