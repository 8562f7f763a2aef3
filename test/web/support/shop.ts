import type { Review } from '../../../server/contract/review.ts';
import { startHttpServer } from '../../support/servers.ts';
import type { TestService } from '../../support/service.ts';

/** A small page with elements in each other, which stand in one column on a phone. */
const html = `<!doctype html><html lang="en"><title>Shop</title><meta name="viewport" content="width=device-width">
<style>
  body { margin: 0; font: 16px/1.5 sans-serif; color: #23262e }
  header { padding: 24px 40px; background: #eef1f6 }
  main { display: flex; gap: 40px; padding: 40px }
  section { flex: 1; padding: 24px; border: 1px solid #c9ccd4; border-radius: 8px }
  button { margin-top: 16px; padding: 12px 32px; border: 0; border-radius: 6px; background: #a9b8ae; font: inherit }
  footer { margin-top: 1400px; padding: 40px; background: #eef1f6 }
  @media (max-width: 700px) { main { flex-direction: column; padding: 16px } }
</style>
<header><h1>Checkout</h1><nav aria-label="Steps"><a href="#cart">Cart</a> <a href="#pay">Payment</a></nav></header>
<main>
  <section aria-label="Order"><h2>Your order</h2><p>Two tickets to the sea.</p><button>Pay now</button></section>
  <section aria-label="Delivery"><h2>Delivery</h2><p>By post, within three days.</p><button>Change address</button></section>
</main>
<footer><a href="#terms">Terms of sale</a></footer></html>`;

export interface Shop {
  url: string;
  close(): Promise<void>;
}

export async function openShop(): Promise<Shop> {
  const { origin, close } = await startHttpServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end(html),
  );
  return { url: `${origin}/`, close };
}

/** A review of the shop's page as the service captures it: desktop and mobile, with the elements of both. */
export async function reviewShop(
  service: TestService,
  shop: Shop,
): Promise<{ client: Awaited<ReturnType<TestService['newClient']>>; review: Review }> {
  const client = await service.newClient();
  const created = await client.call('create_review', { title: 'Shop', capture_url: true, page_url: shop.url });
  for (;;) {
    const review = await client.call('get_review', { id: created.id });
    if (review.status === 'open') return { client, review };
    if (review.status !== 'preparing') throw new Error(`The shop's review is ${review.status}.`);
    await new Promise((again) => setTimeout(again, 200));
  }
}
