import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { AppContext } from '../../../app/context.ts';
import { readRawBody } from '../../../app/http/request.ts';
import { createSignIn, type SignIn } from '../../../app/sign-in/index.ts';
import { createSecrets } from '../../../server/adapters/secrets/index.ts';

type IncomingMessage = Parameters<SignIn['handle']>[0];
type ServerResponse = Parameters<SignIn['handle']>[1];

const newRequest = (fields: Partial<IncomingMessage>, ...chunks: string[]) =>
  Object.assign(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), {
    headers: {},
    ...fields,
  }) as IncomingMessage;

describe('a body', () => {
  const read = async (request: IncomingMessage) => (await readRawBody(request, 8)).toString();

  test('is read as it arrives, or from the stream that a framework left', async () => {
    expect(await read(newRequest({}, 'four', 'more'))).toBe('fourmore');
    expect(await read(Object.assign(newRequest({}, 'read'), { rawBody: newRequest({}, 'left') }))).toBe('left');
  });

  test.each<[string, IncomingMessage]>([
    ['announced as such', newRequest({ headers: { 'content-length': '9' } }, 'four')],
    ['not announced', newRequest({}, 'four', 'more', '!')],
    ['left by a framework', Object.assign(newRequest({}), { rawBody: newRequest({}, 'four', 'more', '!') })],
  ])('that is too large, %s, is refused', async (_, request) => {
    await expect(read(request)).rejects.toMatchObject({ status: 413, code: 'too_large' });
  });
});

describe('signing in', () => {
  const signIn = { clientId: 'id', clientSecret: 'of no worth', webUrl: 'https://github.test' };
  const secrets = createSecrets('a key of no worth');
  const name = 'a'.repeat(43);
  const again = 'Go back to the pull request and open the review from its comment again.';
  const review = `/base/review/7-${'0'.repeat(26)}`;

  /** Answers a request of a browser, and collects what is logged. */
  async function visit(
    url: string,
    fields: { signIn?: typeof signIn | null; secrets?: typeof secrets; method?: string } = {},
  ) {
    const answer = { status: 0, location: '', text: '', logged: [] as string[] };
    const response: ServerResponse = {
      writeHead(status: number, headers: Record<string, string>) {
        Object.assign(answer, { status, location: headers.location ?? '' });
        return response;
      },
      end(text = '') {
        answer.text = /<main>(.*)<\/main>/.exec(text)?.[1] ?? '';
        return response;
      },
    } as Partial<ServerResponse> as ServerResponse;
    const app = {
      config: { appUrl: 'https://app.test/base', signIn, ...fields },
      secrets,
      clock: () => new Date(),
      log: { warn: (of: object, words: string) => answer.logged.push(`${words}: ${JSON.stringify(of)}`) },
      ...fields,
    } as unknown as AppContext;
    const { method = 'GET' } = fields;
    const isOurs = await createSignIn(app).handle(newRequest({ method, url }), response);
    return { ...answer, isOurs };
  }

  test.each([
    ['/base/elsewhere', 'GET'],
    [review.slice('/base'.length), 'GET'],
    [review, 'POST'],
    ['/base/sign-in/choose', 'GET'],
    ['/base/sign-in/connect', 'POST'],
  ])('answers nothing at %s on %s', async (url, method) => {
    expect(await visit(url, { method })).toMatchObject({ isOurs: false, status: 0 });
  });

  test('answers link previewers without beginning anything', async () => {
    const preview = { isOurs: true, status: 200, location: '', text: '' };
    expect(await visit(review, { method: 'HEAD' })).toMatchObject(preview);
  });

  test('ends at an address of no review', async () => {
    const { status, text } = await visit('/base/review/7');
    expect([status, text]).toEqual([404, `<h1>There is no such address</h1><p>${again}</p>`]);
  });

  test.each([review, `/base/sign-in/connect?request=${name}`])('begins at GitHub: %s', async (url) => {
    const begun = await visit(url);
    expect(begun).toMatchObject({
      isOurs: true,
      status: 303,
      location: expect.stringMatching(/^https:\/\/github\.test\/login\//),
    });
  });

  test('names the missing settings where it is not set up', async () => {
    const { status, text } = await visit(review, { signIn: null });
    expect([status, text]).toEqual([
      503,
      '<h1>Signing in is not set up</h1><p>The operator of this service has to set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET.</p>',
    ]);
  });

  test.each(['', '?request=made-up', `?request=${name}&request=${name}`])(
    'connects nothing when the link is not whole: %j',
    async (query) => {
      const { status, text } = await visit(`/base/sign-in/connect${query}`);
      expect([status, text]).toEqual([
        404,
        '<h1>There is no such address</h1><p>The link is not whole. Nothing was connected.</p><p>Go back to your client and connect again from there.</p>',
      ]);
    },
  );

  test('asks to try again after a failure, whose words are only logged', async () => {
    const encrypt = () => {
      throw new Error('No entropy.');
    };
    const { status, text, logged } = await visit(review, { secrets: { ...secrets, encrypt } });
    expect([status, text]).toEqual([
      503,
      `<h1>GitHub or the service does not answer</h1><p>Try again in a moment.</p><p>${again}</p>`,
    ]);
    expect(logged).toEqual([expect.stringContaining('No entropy.')]);
  });
});
