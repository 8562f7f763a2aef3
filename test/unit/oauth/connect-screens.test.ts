import { describe, expect, test } from 'vitest';
import { problemOfJoin } from '../../../server/api/oauth/come-back.ts';
import * as messages from '../../../server/api/oauth/connect-messages.ts';
import { type ConnectPage, connectScreen, createShell, type Screen } from '../../../server/api/oauth/connect-page.ts';
import { returnPlaceOf, shownAddress } from '../../../server/api/oauth/return-place.ts';
import { html } from '../../../server/contract/html.ts';
import { DomainError } from '../../../server/domain/failure.ts';

const screen: Screen = {
  consent: 'c1',
  redirectUri: 'https://client.example/back',
  name: 'Editor',
  publisherHost: null,
  signup: 'open',
  signIn: false,
  problem: null,
};

/** The texts of a page, one for each part of its markup. */
const textsOf = ({ content }: ConnectPage): string[] =>
  content.text
    .replace(/<\/?(bdi|a|code)\b[^>]*>/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '');

/** The buttons of a page in their order; the main one between asterisks. */
const buttonsOf = (more: Partial<Screen>): string[] =>
  [
    ...connectScreen({ ...screen, ...more }).content.text.matchAll(/<button class="([^"]*)"[^>]*>([^<]*)<\/button>/g),
  ].map(([, classes = '', text = '']) => (classes.includes('button-accent') ? `*${text}*` : text));

describe('the connect screen', () => {
  test.each([
    ['https://client.example/back', null, 'client.example', 'It calls itself “Editor”. Nobody has checked that name.'],
    [
      'https://client.example/back',
      'maker.example',
      'client.example',
      'maker.example publishes it under the name “Editor”.',
    ],
    [
      'http://127.0.0.1:7777/back',
      'maker.example',
      '127.0.0.1 on this device',
      'maker.example publishes it under the name “Editor”. Any program on this device can claim to be that client.',
    ],
    [
      'editor://back',
      'maker.example',
      'the app that opens editor: links',
      'maker.example publishes it under the name “Editor”. Any program on this device can claim to be that client.',
    ],
  ])('says where %s of %s returns to, and who says its name', (redirectUri, publisherHost, place, claim) => {
    const texts = textsOf(connectScreen({ ...screen, redirectUri, publisherHost }));
    const from = texts.indexOf('The client returns to');
    expect(texts.slice(from, from + 4)).toEqual(['The client returns to', place, redirectUri, claim]);
  });

  const token = { at: 'token', status: 403, text: 'This token is unknown.' } as const;
  const workspace = { at: 'workspace', status: 429, text: 'Too many workspaces.' } as const;
  const github = { at: 'github', status: 503, text: 'GitHub does not answer.' } as const;
  test.each([
    [{}, ['*Connect*', 'Cancel', 'Connect to this workspace']],
    [{ signIn: true }, ['*Connect*', 'Cancel', 'Sign in with GitHub', 'Connect to this workspace']],
    [{ problem: token }, ['*Connect*', 'Cancel', 'Connect to this workspace']],
    [{ problem: workspace }, ['Connect', 'Cancel', '*Connect to this workspace*']],
    [{ problem: workspace, signIn: true }, ['Connect', 'Cancel', '*Sign in with GitHub*', 'Connect to this workspace']],
    [
      { problem: github, signIn: true },
      ['*Connect*', 'Cancel', 'Sign in with GitHub again', 'Connect to this workspace'],
    ],
    [{ signup: 'closed' }, ['*Connect to this workspace*', 'Cancel']],
    [{ signup: 'closed', signIn: true }, ['*Sign in with GitHub*', 'Connect to this workspace', 'Cancel']],
  ] satisfies [Partial<Screen>, string[]][])('with %j offers its ways, and one as the main one', (more, buttons) => {
    expect(buttonsOf(more)).toEqual(buttons);
  });

  test.each([
    [null, 200, 'Connect', 'Connect to Sightline?', [], false],
    [
      token,
      403,
      'Not connected yet',
      'Not connected yet',
      ['<p class="error" id="token-problem">This token is unknown.</p>'],
      true,
    ],
    [
      workspace,
      429,
      'Not connected yet',
      'Not connected yet',
      ['<p class="error" role="alert">Too many workspaces.</p>'],
      true,
    ],
    [
      github,
      503,
      'Not connected yet',
      'Not connected yet',
      ['<p class="error" role="alert">GitHub does not answer.</p>'],
      false,
    ],
  ] as const)('says what was wrong where it can be corrected: %j', (problem, status, title, heading, errors, open) => {
    const page = connectScreen({ ...screen, problem, signIn: true });
    expect([page.status, page.title, textsOf(page)[0]]).toEqual([status, title, heading]);
    expect(page.content.text.match(/<p class="error".*?<\/p>/g) ?? []).toEqual(errors);
    expect(page.content.text.includes('<details class="connect-join" open>')).toBe(open);
    expect(page.content.text.includes('autofocus aria-invalid="true"')).toBe(problem === token);
    const described = problem === token ? 'token-problem token-hint' : 'token-hint';
    expect(page.content.text).toContain(`aria-describedby="${described}"`);
  });
});

test.each([
  ['forbidden', 403],
  ['not_found', 404],
  ['unavailable', 503],
] as const)('a sign-in that failed with %s is shown on the connect screen', (code, status) => {
  expect(problemOfJoin(new DomainError(code, 'No.'))).toEqual({ at: 'github', status, text: 'No.' });
});

test('any other failure of a sign-in is not one of GitHub’s', () => {
  expect([problemOfJoin(new DomainError('conflict', 'No.')), problemOfJoin(new Error('No.'))]).toEqual([null, null]);
});

describe('a page with a message', () => {
  const unharmed = 'Nothing was connected, and nothing was shared.';
  const again = 'Go back to the client and connect again from there.';
  const todo = 'What to do now';

  test.each([
    [messages.broken(400, 'Field x.'), ['This cannot be read', unharmed, todo, again, 'Field x.']],
    [messages.broken(500, 'Number 7.'), ['Something went wrong on our side', unharmed, todo, again, 'Number 7.']],
    [messages.expired(), ['This page has expired', `A connect page is good for one hour. ${unharmed}`, todo, again]],
    [
      messages.tooMany(90),
      [
        'Too many tries from your network',
        unharmed,
        todo,
        'Wait 2 minutes, then go back to the client and connect again from there.',
      ],
    ],
    [
      messages.wrongReturn(null),
      [
        'The return address does not fit',
        `The link would return to an address that this client did not register, so it is not followed. ${unharmed}`,
        todo,
        again,
        'If this comes up again, remove Sightline from the client and add it again.',
        'If you followed a link somebody sent you, do not follow it again.',
        'The link has no redirect_uri.',
      ],
    ],
    [
      messages.refused('https://client.example/back', 'https://client.example/back?error=x', 'scope'),
      [
        'This client asks for something else',
        `What it asks for cannot be connected. ${unharmed}`,
        todo,
        'If you have just come from there, go back to client.example: it gets the reason.',
        'If you followed a link somebody sent you, close this page.',
        'scope',
      ],
    ],
    [
      messages.alreadyConnected('http://localhost:1/back'),
      [
        'Already connected',
        'This client was connected from this page. There is nothing more to press here.',
        todo,
        'Go back to localhost on this device. You can close this page.',
        'If the client does not seem to know, connect again from there: one page connects once.',
      ],
    ],
  ])('says what happened and what to do now: %#', (page, texts) => {
    expect(textsOf(page)).toEqual(texts);
    expect(page.title).toBe(texts[0]);
  });

  test('shows the return address that was sent', () => {
    expect(textsOf(messages.wrongReturn('https://evil.example/?code=1')).at(-1)).toBe(
      'redirect_uri: https://evil.example/',
    );
  });
});

test('a return address is shown without its varying parts, and shortened in the middle', () => {
  const path = 'x'.repeat(200);
  const rows = [
    ['https://a.example/b?c=d#e', 'https://a.example/b'],
    ['not an address', 'not an address'],
    [path, 'x'.repeat(120)],
    [`https://a.example/${path}`, `https://a.example/${'x'.repeat(72)}…${'x'.repeat(29)}`],
  ];
  expect(rows.map(([address = '']) => shownAddress(address))).toEqual(rows.map(([, shown]) => shown));
  expect(returnPlaceOf('http://[::1]:3/')).toEqual({ kind: 'device', host: '[::1]' });
});

test('text in a page is escaped, and the built page has to have its places', () => {
  expect(html`<p title="${`"'&`}">${'<b>'}${null}${3}${[html`<i>`, '>']}</p>`.text).toBe(
    '<p title="&quot;&#39;&amp;">&lt;b&gt;3<i>&gt;</p>',
  );
  const fill = createShell('<title>{{title}}</title>{{content}}');
  expect(fill({ status: 200, title: '<$1>', content: html`$&` })).toBe('<title>&lt;$1&gt; · Sightline</title>$&');
  for (const built of ['{{title}}', '{{content}}']) expect(() => createShell(built)).toThrow(/no place for its title/);
});
