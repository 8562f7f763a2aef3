import { gif, png, type Site, site } from './site.ts';

/** Everything moves: lazy and slow images, endless and finite animations, a reveal, a caret, a GIF, sticky bars. */
const lively = `<!doctype html><title>Lively page</title><meta name=viewport content="width=device-width">
<style>
  body { margin: 0; font: 18px sans-serif } section { height: 700px; padding: 20px }
  header { position: sticky; top: 0; height: 60px; background: rgb(0, 0, 200) }
  .fixed { position: fixed; right: 0; top: 100px; width: 80px; height: 80px; background: rgb(0, 200, 0) }
  .spin { width: 80px; height: 80px; background: linear-gradient(red, blue); animation: spin 1.3s linear infinite }
  .in { animation: in 4s; width: 80px; height: 80px; background: black }
  .reveal { opacity: 0; transition: opacity 5s; background: rgb(200, 100, 0); height: 100px } .seen { opacity: 1 }
  @keyframes spin { to { transform: rotate(1turn) } } @keyframes in { from { margin-left: 500px } }
</style>
<header>bar</header><div class=fixed></div>
<section><img src=/animated.gif style="display:block"><input autofocus value="caret"><div class=spin></div><div class=in></div></section>
<section><img loading=lazy src="/slow.png?1" width=200 height=120><div class=reveal></div></section>
<section></section><section></section>
<section id=last><img loading=lazy src="/slow.png?2"><img data-src="/slow.png?3" class=own></section>
<script>
  new IntersectionObserver((es) => es.forEach((e) => e.isIntersecting && e.target.classList.add('seen')))
    .observe(document.querySelector('.reveal'));
  const own = document.querySelector('.own');
  new IntersectionObserver((es) => es.forEach((e) => { if (e.isIntersecting) own.src = own.dataset.src })).observe(own);
</script>`;

export async function livelySite(): Promise<Site> {
  return site({
    '/': lively,
    '/slow.png': { headers: { 'content-type': 'image/png' }, body: await png('rgb(200, 0, 200)'), delayMs: 250 },
    '/animated.gif': { headers: { 'content-type': 'image/gif' }, body: await gif() },
  });
}
