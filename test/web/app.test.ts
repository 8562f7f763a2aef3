import { describe, expect, test } from 'vitest';
import { decide, mark, nextPass, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { type Chat, type Options, openChat } from './support/app-host.ts';
import { complaintsOf, intercept, launchBrowser } from './support/browser.ts';
import { pageImage } from './support/page-image.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const client = await service.newClient();

const open = (options?: Options): Promise<Chat> => openChat(browser, service, client.token, options);
const make = async (chat: Chat): Promise<string> => {
  const images = [{ image: await pageImage(1280, 2000, '#2b50e0'), label: 'Home' }];
  return String((await chat.call('create_review', { title: 'Checkout', images })).id);
};

/** How hosts draw an App: in the page itself with the fewest rights, or within a sandbox of its own origin with the most. */
const hosts: Record<string, Options> = {
  'a frame without an origin': { sandbox: 'allow-scripts' },
  'a sandbox of its own origin': { proxied: true, sandbox: 'allow-scripts allow-same-origin allow-forms' },
};

describe.each(Object.entries(hosts))('in %s', (_name, options) => {
  test('a person marks and requests changes, the agent knows it, and its model no secret', async () => {
    const chat = await open(options);
    const complaints = complaintsOf(chat.page);
    const id = await make(chat);
    const { app } = chat;
    await app.getByRole('img', { name: 'Home, pass 1' }).waitFor();
    await app
      .locator('[data-scroller]')
      .first()
      .click({ position: { x: 120, y: 160 } });
    await app.getByRole('textbox', { name: 'What should change here?' }).fill('Too pale');
    await app.getByRole('button', { name: 'Save mark' }).click();
    await app
      .getByRole('button', { name: /^Mark 1, / })
      .first()
      .waitFor();
    await app.getByRole('button', { name: 'Request changes', exact: true }).click();
    await app.getByRole('dialog').getByRole('button', { name: 'Request changes' }).last().click();
    await app.getByRole('button', { name: 'Notify the agent' }).click();

    const told = {
      content: [
        {
          type: 'text',
          text: expect.stringMatching(new RegExp(`^A person requested changes on the Sightline review ${id}\\.`)),
        },
      ],
    };
    await expect
      .poll(async () => chat.heard.filter(({ kind }) => kind === 'context' || kind === 'message'))
      .toEqual([
        { kind: 'context', params: told },
        { kind: 'message', params: { role: 'user', ...told } },
      ]);
    expect(await chat.call('wait_for_decision', { id })).toMatchObject({
      waiting: false,
      decision: { outcome: 'changes_requested', via: 'page' },
      work_packets: { pins: [{ mark_id: 1, body: 'Too pale' }] },
    });
    const { review_url } = await client.call('get_review', { id });
    const bytes = JSON.stringify([chat.model, chat.heard]);
    expect(bytes).not.toContain(review_url.split('/').at(-1));
    expect(bytes).not.toContain('frame_');
    expect(complaints).toEqual([]);
    await chat.close();
  });
});

describe('a chat', () => {
  test('shows the screenshot before the page’s parts have arrived', async () => {
    const chat = await open();
    const held = Promise.withResolvers<void>();
    const fetched: string[] = [];
    await intercept(chat.page, '**/assets/**', async (route) => {
      fetched.push(route.request().url());
      await held.promise;
      await route.continue();
    });
    await make(chat);
    const first = chat.app.locator('.first-screenshot img');
    await expect.poll(() => first.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1280);
    held.resolve();
    await chat.app.getByRole('img', { name: 'Home, pass 1' }).waitFor();
    expect(fetched.length).toBeGreaterThan(1);
    await chat.close();
  });

  test('gets the size that the page needs, and its theme and full screen show on the page', async () => {
    const context = { theme: 'light', displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] };
    const chat = await open({ context });
    await make(chat);
    const surface = () => chat.app.locator('.top-bar').evaluate((bar) => getComputedStyle(bar).backgroundColor);
    await chat.app.getByRole('button', { name: 'Approve' }).waitFor();
    await expect.poll(surface).toBe('rgb(255, 255, 255)');
    await chat.change({ ...context, theme: 'dark' });
    await expect.poll(surface).toBe('rgb(27, 28, 31)');
    expect(chat.heard).toContainEqual({ kind: 'size', params: { height: 720 } });
    const enlarge = chat.app.getByRole('button', { name: 'Full screen' });
    await enlarge.click();
    await expect.poll(() => enlarge.isVisible()).toBe(false);
    expect(chat.heard).toContainEqual({ kind: 'display-mode', params: { mode: 'fullscreen' } });
    await chat.teardown();
    await chat.close();
  });

  test('opens links in the browser: the review’s own, another pass, and one to share', async () => {
    const chat = await open({ viewport: { width: 1300, height: 900 } });
    await chat.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const id = await make(chat);
    const { review_url: url } = await decide(await client.call('get_review', { id }), 'changes_requested').then(
      ({ review }) => review,
    );
    const next = await nextPass(client, { id });
    await chat.app.getByRole('link', { name: 'Open in browser' }).click();
    await chat.app
      .getByRole('link', { name: /^(Go to|Open) pass 2/ })
      .first()
      .click();
    await expect
      .poll(async () => chat.heard.filter(({ kind }) => kind === 'open-link'))
      .toEqual([
        { kind: 'open-link', params: { url } },
        { kind: 'open-link', params: { url: next.review_url } },
      ]);
    await chat.app.getByRole('button', { name: /^About this review/ }).click();
    await chat.app.getByRole('button', { name: 'Copy link to this screenshot' }).click();
    expect(await chat.app.getByRole('button', { name: 'Print' }).count()).toBe(0);
    await expect.poll(() => chat.page.evaluate(() => navigator.clipboard.readText())).toBe(`${url}#screenshot-1`);
    await chat.close();
  });

  test('that lets the frame reach nothing gets the link, which no model reads', async () => {
    const chat = await open({ csp: {}, refuses: ['open-link'] });
    const id = await make(chat);
    const { review_url: url } = await client.call('get_review', { id });
    await chat.app.getByText('The review cannot be shown here.').waitFor();
    await expect.poll(async () => chat.heard.at(-1)).toEqual({ kind: 'size', params: { height: 48 } });
    await chat.app.getByRole('link', { name: 'Open in browser' }).click();
    expect(await chat.app.getByRole('textbox', { name: 'Open this address in your browser:' }).inputValue()).toBe(url);
    expect(JSON.stringify(chat.model)).not.toContain(url);
    await chat.close();
  });

  test('shows a fix before and after, and the difference', async () => {
    const chat = await open({ viewport: { width: 1300, height: 900 } });
    const first = await client.call('create_review', {
      title: 'Checkout',
      images: [{ image: await pageImage(1280, 2000, '#2b50e0'), label: 'Home' }],
    });
    await service.byLink(first.review_url).call('place_mark', mark({ x: 0.03, y: 0.06, width: 0.15, height: 0.04 }));
    await decide(await client.call('get_review', { id: first.id }), 'changes_requested');
    await client.call('resolve_marks', { id: first.id, marks: [{ id: 1, status: 'resolved' }] });
    const images = [{ image: await pageImage(1280, 2000, '#18723f'), label: 'Home' }];
    await chat.call('create_review', { title: 'Checkout', parent_id: first.id, images });
    const loaded = () =>
      chat.app
        .locator('.verify-row')
        .getByRole('img')
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));
    await expect.poll(loaded).toEqual([1280, 1280, 1280]);
    await chat.app.getByRole('button', { name: 'Looks fixed' }).click();
    await expect
      .poll(async () => (await client.call('list_reviews', {})).reviews[0]?.marks_awaiting_verification)
      .toBe(0);
    await chat.close();
  });

  test('whose network is slow shows a line and the link meanwhile, then the page', async () => {
    const chat = await open();
    await chat.page.clock.install();
    const held = Promise.withResolvers<void>();
    await intercept(chat.page, /\/(assets|p)\//, (route) => held.promise.then(() => route.continue()));
    await make(chat);
    // The tool has answered: its own time limit would pass too.
    await chat.app.locator('.first-screenshot img').waitFor({ state: 'attached' });
    await expect
      .poll(async () => {
        await chat.page.clock.fastForward(6_000);
        return chat.app.getByRole('link', { name: 'Open in browser' }).isVisible();
      })
      .toBe(true);
    await expect.poll(async () => chat.heard.at(-1)).toEqual({ kind: 'size', params: { height: 48 } });
    held.resolve();
    await chat.app.getByRole('button', { name: 'Approve' }).waitFor();
    await expect.poll(async () => chat.heard.at(-1)).toEqual({ kind: 'size', params: { height: 720 } });
    await chat.close();
  });

  test('whose answer comes too late says so, and shows the review when it is asked again', async () => {
    const chat = await open();
    await chat.page.clock.install();
    const { agent } = chat;
    const { call } = agent;
    const asked = Promise.withResolvers<void>();
    agent.call = (name, input) => {
      if (name !== 'open_review_in_app') return call(name, input);
      agent.call = call;
      asked.resolve();
      return new Promise(() => {});
    };
    await make(chat);
    await asked.promise;
    await chat.page.clock.fastForward(20_000);
    await chat.app.getByRole('button', { name: 'Try again' }).click();
    await chat.app.getByRole('button', { name: 'Approve' }).waitFor();
    await expect.poll(async () => chat.heard.at(-1)).toEqual({ kind: 'size', params: { height: 720 } });
    await chat.close();
  });

  test('of a review that is missing says so, with a way to the others', async () => {
    const chat = await open();
    const { id } = await review(client);
    await chat.call('wait_for_decision', { id, seconds: 1 });
    await client.call('delete_review', { id });
    await chat.app.getByRole('button', { name: 'Show the review' }).click();
    await chat.app.getByRole('link', { name: 'Open Sightline' }).click();
    await expect
      .poll(async () => chat.heard.at(-1))
      .toEqual({
        kind: 'open-link',
        params: { url: `${service.url}/workspace` },
      });
    await chat.close();
  });

  test('whose agent waits shows one line, and the review on demand', async () => {
    const chat = await open();
    const { id } = await review(client);
    await chat.call('wait_for_decision', { id, seconds: 1 });
    await expect.poll(async () => chat.heard.at(-1)).toEqual({ kind: 'size', params: { height: 48 } });
    expect(await chat.app.getByRole('img', { name: 'Home, pass 1' }).count()).toBe(0);
    await chat.app.getByRole('button', { name: 'Show the review' }).click();
    await chat.app.getByRole('img', { name: 'Home, pass 1' }).waitFor();
    await chat.close();
  });

  test('stays open for longer than a capability lasts', async () => {
    const chat = await open();
    await chat.page.clock.install();
    const id = await make(chat);
    await chat.app.getByRole('button', { name: 'Approve' }).waitFor();
    const calls = chat.calls.length;
    await chat.page.clock.fastForward(51 * 60_000);
    await expect.poll(async () => chat.calls.length).toBe(calls + 1);
    expect(chat.calls.at(-1)).toEqual({ name: 'open_review_in_app', arguments: { id } });
    await chat.close();
  });
});
