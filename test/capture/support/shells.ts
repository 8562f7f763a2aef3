import { bar, block, blocks, column, page, virtualList } from './blocks.ts';

const usual = 24;

/** A page that scrolls inside itself. */
export interface Shell {
  name: string;
  body: string;
  /** Further pages by path. */
  pages?: Record<string, string>;
  blocks: number;
  /** `some` when the screenshot may lack blocks, which a notice must then name. By default it must have all. */
  shown?: 'some';
}

export const shells: Shell[] = [
  { name: 'column with a bar above', blocks: usual, body: page(column, `${bar}<main>${blocks(usual)}</main>`) },
  {
    name: 'a bar that could shrink',
    blocks: usual,
    body: page(`${column}nav{height:50px;background:#ddd}`, `<nav></nav><main>${blocks(usual)}</main>`),
  },
  {
    name: 'heights in per cent down to the scroller',
    blocks: usual,
    body: page(
      'html,body,#app{height:100%}#app{display:flex;flex-direction:column}main{flex:1;min-height:0;overflow:auto}',
      `<div id=app>${bar}<main>${blocks(usual)}</main></div>`,
    ),
  },
  {
    name: 'a first section as tall as the screen',
    blocks: usual,
    body: page(
      `${column}.first{min-height:100vh;background:rgb(1,1,1)}`,
      `<main><section class=first></section>${blocks(usual)}</main>`,
    ),
  },
  { name: 'sections of 100vh', blocks: 6, body: page(column, `<main>${blocks(6, 0, '100vh')}</main>`) },
  { name: 'sections of 100dvh', blocks: 6, body: page(column, `<main>${blocks(6, 0, '100dvh')}</main>`) },
  {
    name: 'sections of 100svh and 100lvh',
    blocks: 6,
    body: page(column, `<main>${blocks(3, 0, '100svh')}${blocks(3, 3, '100lvh')}</main>`),
  },
  {
    name: 'sections of 100 %',
    blocks: 6,
    body: page('main{height:100vh;overflow-y:scroll}', `<main>${blocks(6, 0, '100%')}</main>`),
  },
  {
    name: 'slides that snap',
    blocks: 6,
    body: page(
      'main{height:100vh;overflow-y:scroll;scroll-snap-type:y mandatory}.block{scroll-snap-align:start}',
      `<main>${blocks(6, 0, '100vh')}</main>`,
    ),
  },
  {
    name: 'two panes',
    blocks: usual + 12,
    body: page(
      'body{height:100vh;display:flex;overflow:hidden}aside{width:100px;overflow-y:auto;flex:none}main{flex:1;overflow-y:auto}',
      `<aside>${blocks(12, usual)}</aside><main>${blocks(usual)}</main>`,
    ),
  },
  {
    name: 'a grid with header, side bar and footer',
    blocks: usual + 12,
    body: page(
      'body{height:100vh;display:grid;grid:50px minmax(0,1fr) 40px / 100px 1fr}header,footer{grid-column:1/3}aside,main{overflow:auto}',
      `${bar}<aside>${blocks(12, usual)}</aside><main>${blocks(usual)}</main><footer style="background:#ccc">foot</footer>`,
    ),
  },
  {
    name: 'fixed over the screen',
    blocks: usual,
    body: page('main{position:fixed;inset:0;overflow:auto}', `<main>${blocks(usual)}</main>`),
  },
  {
    name: 'absolute below a bar',
    blocks: usual,
    body: page(
      'main{position:absolute;top:50px;left:0;right:0;bottom:0;overflow:auto}',
      `${bar}<main>${blocks(usual)}</main>`,
    ),
  },
  {
    name: 'the body scrolls, not the root',
    blocks: usual,
    body: page('html{height:100%;overflow:hidden}body{height:100%;overflow:auto}', blocks(usual)),
  },
  {
    name: 'a scroller in a scroller',
    blocks: usual,
    body: page(
      '.outer{height:100vh;overflow:auto}main{height:calc(100vh - 30px);overflow:auto}',
      `<div class=outer>${bar}<main>${blocks(usual)}</main></div>`,
    ),
  },
  {
    name: 'bars that stick inside',
    blocks: usual,
    body: page(
      `${column}.t,.b{position:sticky;height:40px;background:#eee;top:0}.b{top:auto;bottom:0}`,
      `<main><div class=t>top</div>${blocks(usual)}<div class=b>bottom</div></main>`,
    ),
  },
  {
    name: 'a bar below',
    blocks: usual,
    body: page(
      column,
      `<main>${blocks(usual)}</main><footer style="flex:none;height:60px;background:#ccc">foot</footer>`,
    ),
  },
  {
    name: 'a fixed bar below',
    blocks: usual,
    body: page(
      `${column}main{padding-bottom:60px}`,
      `<main>${blocks(usual)}</main><footer style="position:fixed;bottom:0;left:0;right:0;height:60px;background:#ccc">foot</footer>`,
    ),
  },
  {
    name: 'a calculated height',
    blocks: usual,
    body: page('main{height:calc(100vh - 50px);overflow:auto}', `${bar}<main>${blocks(usual)}</main>`),
  },
  {
    name: 'everything has a transition',
    blocks: usual,
    body: page(`*{transition:all .3s}${column}`, `<main>${blocks(4, 0, '100%')}${blocks(usual - 4, 4)}</main>`),
  },
  {
    name: 'in a shadow tree',
    blocks: usual,
    body: page(
      'x-app{display:block;height:100vh}',
      `<x-app></x-app><script>document.querySelector('x-app').attachShadow({ mode: 'open' }).innerHTML =
      ${JSON.stringify(`<div style="height:100%;overflow:auto">${blocks(usual)}</div>`)}</script>`,
    ),
  },
  {
    name: 'a frame over the screen',
    blocks: 3 + usual,
    body: page('iframe{display:block;border:0;width:100%;height:100vh}', '<iframe src=/inside></iframe>'),
    pages: { '/inside': page('', `${blocks(3, 0, '100vh')}${blocks(usual, 3)}`) },
  },
  {
    name: 'a shell in a frame',
    blocks: usual,
    body: page('iframe{display:block;border:0;width:100%;height:100vh}', '<iframe src=/inside></iframe>'),
    pages: { '/inside': page(column, `${bar}<main>${blocks(usual)}</main>`) },
  },
  {
    name: 'a list that draws what is in view',
    blocks: 60,
    body: page(`${column}`, `${bar}<main id=list></main>${virtualList(60, 'list.clientHeight')}`),
  },
  {
    name: 'a list that goes by the screen',
    blocks: 60,
    shown: 'some',
    body: page(`${column}`, `${bar}<main id=list></main>${virtualList(60, 'innerHeight')}`),
  },
  {
    name: 'a list taller than a screenshot',
    blocks: 200,
    shown: 'some',
    body: page(`${column}`, `${bar}<main id=list></main>${virtualList(200, 'list.clientHeight')}`),
  },
  {
    name: 'a list that loads more',
    blocks: 40,
    body: page(
      column,
      `<main>${blocks(10)}<i></i></main><script>
      let next = 10; const end = document.querySelector('i'), rest = ${JSON.stringify(Array.from({ length: 30 }, (_, at) => block(10 + at)))};
      new IntersectionObserver((seen) => { if (seen.at(-1).isIntersecting && rest.length > 0) {
        end.insertAdjacentHTML('beforebegin', rest.splice(0, 5).join('')); } }, { root: document.querySelector('main'), rootMargin: '200px' }).observe(end);
      document.querySelector('main').addEventListener('scroll', ({ target }) => { if (target.scrollTop + target.clientHeight > target.scrollHeight - 200)
        end.insertAdjacentHTML('beforebegin', rest.splice(0, 5).join('')); });
    </script>`,
    ),
  },
  {
    name: 'parts that appear when scrolled to',
    blocks: usual,
    body: page(
      `${column}.block{opacity:0;transition:opacity .4s}.seen{opacity:1}`,
      `<main>${blocks(usual)}</main><script>
      const seen = new IntersectionObserver((all) => all.forEach((each) => each.isIntersecting && each.target.classList.add('seen')));
      document.querySelectorAll('.block').forEach((each) => seen.observe(each))</script>`,
    ),
  },
  {
    name: 'slides that show only while scrolled to',
    blocks: 6,
    shown: 'some',
    body: page(
      'body{background:black}main{height:100vh;overflow-y:auto}section{height:150vh}.block{position:sticky;top:0;visibility:hidden}.here{visibility:visible}',
      `<main>${Array.from({ length: 6 }, (_, n) => `<section>${block(n, '100vh')}</section>`).join('')}</main><script>
      const main = document.querySelector('main'), all = [...document.querySelectorAll('.block')];
      const show = () => { const at = Math.min(5, Math.round(main.scrollTop / (innerHeight * 1.5)));
        all.forEach((each, n) => each.classList.toggle('here', n === at)) };
      main.addEventListener('scroll', show); show()</script>`,
    ),
  },
  {
    name: 'a table that scrolls in an ordinary page',
    blocks: usual,
    shown: 'some',
    body: page(
      '.t{height:300px;overflow:auto;margin:20px}',
      `<h1>Title</h1><p>Words.</p><div class=t><table style="width:100%;border-spacing:0">${Array.from({ length: usual }, (_, n) => `<tr><td style="padding:0">${block(n)}`).join('')}</table></div>`,
    ),
  },
  {
    name: 'a list that scrolls in a tall page',
    blocks: usual,
    shown: 'some',
    body: page(
      '.t{height:500px;overflow:auto}',
      `<div style="height:1200px"></div><ul class=t style="margin:0;padding:0">${blocks(usual)}</ul><div style="height:600px"></div>`,
    ),
  },
  {
    name: 'columns that scroll sideways',
    blocks: usual,
    shown: 'some',
    body: page(
      '.t{display:flex;overflow-x:auto}.block{flex:none;width:220px}',
      `<h1>Title</h1><div class=t>${blocks(usual)}</div>`,
    ),
  },
  {
    name: 'a side bar in a tall page',
    blocks: usual,
    shown: 'some',
    body: page(
      'aside{position:fixed;left:0;top:0;bottom:0;width:90px;overflow:auto}',
      `<aside>${blocks(usual)}</aside><div style="height:2000px;margin-left:90px">Words</div>`,
    ),
  },
];
