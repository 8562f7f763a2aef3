import { expect, it } from 'vitest';
import { viewports } from '../../server/capture/index.ts';
import { capture } from './support/capture.ts';
import { expectMasksCover, redParts } from './support/masked-page.ts';
import { opened } from './support/site.ts';

it.concurrent('masks cover everything that they match, and those without a match are reported', () =>
  expectMasksCover(viewports.mobile));

it.concurrent('a page that removes the painted masks is reported', async () => {
  const { allow, origin } = await opened({
    '/': redParts(`<div id=c style="height:40px"></div><script>
      new MutationObserver(() => { for (const each of document.querySelectorAll('[popover]')) each.remove() })
        .observe(document.documentElement, { childList: true })</script>`),
  });
  const shot = await capture(allow, { url: `${origin}/`, mask: ['#c'] });
  expect(shot.notices.join()).toContain('removes what is painted over it');
});
