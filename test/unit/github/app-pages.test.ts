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
  const review = `/review/7-${'0'.repeat(26)}`;

  /** Answers a request of a browser, and collects what is logged. */
  async function visit(url: string, fields: { signIn?: typeof signIn | null; secrets?: typeof secrets } = {}) {
    const answer = { status: 0, location: '', text: '', logged: [] as string[] };
    const response = {
      writeHead(status: number, headers: Record<string, string>) {
        Object.assign(answer, { status, location: headers.location ?? '' });
      },
      end(text = '') {
        answer.text = text;
      },
    } as Partial<ServerResponse> as ServerResponse;
    const app = {
      config: { appUrl: 'https://app.test', signIn, ...fields },
      secrets,
      clock: () => new Date(),
      log: { warn: (of: object, words: string) => answer.logged.push(`${words}: ${JSON.stringify(of)}`) },
      ...fields,
    } as unknown as AppContext;
    expect(await createSignIn(app).handle(newRequest({ method: 'GET', url }), response)).toBe(true);
    return answer;
  }

  test.each([review, `/sign-in/connect?request=${name}`])('begins at GitHub: %s', async (url) => {
    const begun = await visit(url);
    expect(begun).toMatchObject({ status: 303, location: expect.stringMatching(/^https:\/\/github\.test\/login\//) });
  });

  test('names the missing settings where it is not set up', async () => {
    const { status, text } = await visit(review, { signIn: null });
    expect([status, text]).toEqual([503, expect.stringContaining('set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET')]);
  });

  test.each(['', '?request=made-up', `?request=${name}&request=${name}`])(
    'connects nothing when the link is not whole: %j',
    async (query) => {
      const { status, text } = await visit(`/sign-in/connect${query}`);
      expect([status, text]).toEqual([404, expect.stringContaining('The link is not whole. Nothing was connected.')]);
    },
  );

  test('asks to try again after a failure, whose words are only logged', async () => {
    const encrypt = () => {
      throw new Error('No entropy.');
    };
    const { status, text, logged } = await visit(review, { secrets: { ...secrets, encrypt } });
    expect([status, text]).toEqual([503, expect.stringContaining('Try again in a moment.')]);
    expect(text).not.toContain('entropy');
    expect(logged).toEqual([expect.stringContaining('No entropy.')]);
  });
});
