import { describe, expect, test } from 'vitest';
import type { Input } from '../../server/contract/client.ts';
import { base64, decide, mark, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { startReceiver } from './support/receiver.ts';
import { callTool, connectMcp } from './support/rest-and-mcp.ts';

const site = await startReceiver();
const page = `<!doctype html><html lang=en><meta name=viewport content="width=device-width"><title>Shop</title>
  <button style="font: 20px monospace; padding: 20px">Menu</button><nav hidden>Shoes</nav><script>
  const [button] = document.querySelectorAll('button'), [nav] = document.querySelectorAll('nav');
  button.onclick = () => { nav.hidden = false; nav.textContent += matchMedia('(prefers-color-scheme: dark)').matches }
  </script></html>`;
site.answerWith(() => ({ type: 'text/html; charset=utf-8', body: Buffer.from(page) }));

const open = ['click button', 'wait nav'];
const light = { colour_scheme: 'light', reduced_motion: true, locale: 'en-US' };

const service = await startService({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8' });

describe('a page in a state', () => {
  test('is captured after its steps, has its own label, and is described in work packets', async () => {
    const caller = await service.newClient();
    const settled = async (id: string, count: number) => {
      await expect.poll(async () => (await caller.call('get_review', { id })).screenshots.length).toBe(count);
      return caller.call('get_review', { id });
    };
    const page = { capture_url: true, page_url: `${site.url}/shop` };
    const modes = { colour_scheme: 'dark', locale: 'de' } as const;
    const { id } = await caller.call('create_review', { title: 'Menu', ...page, steps: open, ...modes });
    const made = await settled(id, 2);
    expect(made.problems).toEqual([]);
    const label = '/shop · click button · wait nav · dark · de';
    const state = { steps: open, colour_scheme: 'dark', reduced_motion: true, locale: 'de' };
    expect(made.screenshots.map((shot) => [shot.label, shot.state])).toEqual([
      [`${label} · desktop`, state],
      [`${label} · mobile`, state],
    ]);
    const elements = await (await fetch(made.screenshots[0]?.elements_url ?? '')).text();
    expect(elements).toContain('Shoestrue');

    await caller.call('add_screenshot', { id, ...page, steps: open, state: 'menu open' });
    await caller.call('add_screenshot', { id, ...page, viewports: ['mobile'] });
    const whole = await settled(id, 5);
    expect(whole.screenshots.slice(2).map((shot) => [shot.label, shot.state])).toEqual([
      ['/shop · menu open · desktop', { ...light, steps: open }],
      ['/shop · menu open · mobile', { ...light, steps: open }],
      ['/shop · mobile', null],
    ]);

    for (const screenshot_index of [2, 4]) await reviewerOf(whole).call('place_mark', mark({ screenshot_index }));
    await decide(whole, 'changes_requested');
    const { pins } = (await caller.call('get_review', { id })).work_packets;
    expect(pins.map((pin) => pin.state)).toEqual([{ ...light, steps: open }, null]);
    const agent = await connectMcp(service.url, caller.token);
    const read = await callTool(agent, 'get_review', { id });
    expect(read.work_packets.pins.map((pin) => pin.state ?? null)).toEqual([{ ...light, steps: open }, null]);
    await agent.close();
  });

  test('that cannot be reached fails the capture with the step and what is wrong', async () => {
    const caller = await service.newClient();
    const page = { capture_url: true, page_url: `${site.url}/shop` };
    const { id } = await caller.call('create_review', {
      title: 'Menu',
      ...page,
      steps: ['click button', 'scroll nav 5'],
    });
    await expect.poll(async () => (await caller.call('get_review', { id })).status).toBe('failed');
    const { problems } = await caller.call('get_review', { id });
    expect(problems.map(({ label, message }) => [label, message])).toEqual(
      ['desktop', 'mobile'].map((view) => [
        `/shop · click button · scroll nav 5 · ${view}`,
        'Step 2, scroll "nav": it has nothing to scroll.',
      ]),
    );
  });

  test('comes with an image that a client captured in it', async () => {
    const caller = await service.newClient();
    const page_state = { ...light, steps: open } as NonNullable<Input<'add_screenshot'>['page_state']>;
    const image = { image: await base64(), label: '/shop · menu open · desktop', page_url: '/shop', page_state };
    const { id } = await caller.call('create_review', { title: 'Menu', images: [image] });
    expect((await caller.call('get_review', { id })).screenshots.map(({ state }) => state)).toEqual([page_state]);
  });
});
