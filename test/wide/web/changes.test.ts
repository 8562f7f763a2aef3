import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';
import { passWithChangeUnasked } from '../../web/support/passes.ts';
import { tap } from '../../web/support/tap.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('on a phone the stepper is large enough to press and stays within the screen', async () => {
  const { page } = await openPage(browser, await passWithChangeUnasked(service), true);
  const changes = page.getByRole('group', { name: 'Changes since pass 1' });
  await changes.getByText('2 changes').waitFor();
  const sizes = await changes.getByRole('button').evaluateAll((buttons) =>
    buttons.map((button) => {
      const { width, height, left, right } = button.getBoundingClientRect();
      return { large: width >= 44 && height >= 44, inside: left >= 0 && right <= innerWidth };
    }),
  );
  expect(sizes).toEqual(Array.from({ length: 3 }, () => ({ large: true, inside: true })));
  await tap(changes.getByRole('button', { name: 'Next change' }));
  await changes.getByText('1 of 2 changes').waitFor();
  await page.context().close();
});
