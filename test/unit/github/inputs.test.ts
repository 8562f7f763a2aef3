import { describe, expect, test } from 'vitest';
import { ActionError } from '../../../action/error.ts';
import type { InputName } from '../../../action/inputs.ts';
import { chosenSources, inputNames, parseInputs } from '../../../action/inputs.ts';
import { declaredInputs } from '../../support/action.ts';

const base = {
  'service-url': 'https://sightline.example.com',
  token: 'slt_x',
  'github-token': 'ghs_x',
  images: '*.png',
};
const parse = (given: Partial<Record<InputName, string>>) => {
  const all: Partial<Record<InputName, string>> = { ...base, ...given };
  return parseInputs((name) => all[name] ?? '');
};

describe('action.yml', () => {
  test('declares exactly the inputs of the schema', async () => {
    expect(Object.keys(await declaredInputs())).toEqual(inputNames);
  });

  test('has defaults that mean the same as an omitted input', async () => {
    const declared = await declaredInputs();
    const { 'github-token': _, ...defaults } = declared;
    expect(parse({ ...defaults, ...base })).toEqual(parse({}));
  });
});

describe('inputs', () => {
  test('read lists line by line, without comments and empty lines', () => {
    expect(parse({ images: ' a/*.png \n\n# not this\n!a/b.png' }).images).toEqual(['a/*.png', '!a/b.png']);
  });

  test('keep every selector of a mask, also one of an id', () => {
    const given = parse({ images: '', dir: 'out', mask: '#clock\n\n .ad \n#email, .name' });
    expect(given.mask).toEqual(['#clock', '.ad', '#email, .name']);
  });

  test('read lists with the line ends of Windows', () => {
    const given = parse({ images: 'a b/*.png\r\n!Über/*.png\r\n', url: 'https://x.test', headers: 'A: b\r\nC: d\r\n' });
    expect(given).toMatchObject({ images: ['a b/*.png', '!Über/*.png'], headers: { A: 'b', C: 'd' } });
    expect(parse({ url: 'https://x.test', cookies: 'a=b\r\nc=d' }).cookies).toHaveLength(2);
  });

  test('accept several sources in any order, and refuse an input that fits none of them', () => {
    const given = parse({ storybook: 'book', url: 'https://x.test', dir: 'out', deployment: 'Preview', spa: 'true' });
    expect(chosenSources(given)).toEqual(['images', 'dir', 'storybook', 'url', 'deployment']);
  });

  test('remove trailing slashes from the service’s address', () => {
    expect(parse({ 'service-url': 'https://x.test/base//' })['service-url']).toBe('https://x.test/base');
  });

  test('keep colons in the values of headers', () => {
    expect(parse({ images: '', url: 'https://x.test', headers: 'X-Token: a:b\nAccept-Language: de' }).headers).toEqual({
      'X-Token': 'a:b',
      'Accept-Language': 'de',
    });
  });

  test('keep equals signs in the values of cookies', () => {
    expect(parse({ images: '', url: 'https://x.test', cookies: 'session=a==\nother=' }).cookies).toEqual([
      { name: 'session', value: 'a==' },
      { name: 'other', value: '' },
    ]);
  });

  test('that are left out have their defaults', () => {
    expect(parse({})).toEqual({
      ...{ 'service-url': 'https://sightline.example.com', token: 'slt_x', 'github-token': 'ghs_x', name: 'visual' },
      ...{ title: '', context: '', type: '', images: ['*.png'], url: '', paths: [], deployment: '', dir: '' },
      ...{ spa: false, storybook: '', stories: [], pdf: '', html: '', headers: {}, cookies: [], 'wait-for': '' },
      ...{
        mask: [],
        baseline: ['auto'],
        link: '',
        app: 'auto',
        'carry-over': true,
        comment: true,
        pictures: '',
        drafts: false,
      },
      ...{ wait: 0, timeout: 10, shard: null },
    });
  });

  test('are read as numbers, and true or false in any case', () => {
    const given = { wait: ' 2.5 ', timeout: '360', drafts: 'TRUE', 'carry-over': 'False', comment: ' false ' };
    expect(parse({ ...given, name: ' Checkout ', app: 'none' })).toMatchObject({
      ...{ wait: 2.5, timeout: 360, drafts: true, 'carry-over': false, comment: false },
      ...{ name: 'Checkout', app: 'none' },
    });
  });

  test('name the shard that a job is', () => {
    expect(parse({ shard: ' 2/3 ' }).shard).toEqual({ number: 2, of: 3 });
    expect(parse({ shard: '12/99' }).shard).toEqual({ number: 12, of: 99 });
  });

  const url = { images: '', url: 'https://x.test' };
  const shard = 'give which shard of how many this job is, for example 2/3.';
  const booleans = 'use true or false.';
  const service = 'give the address of your Sightline service, for example https://sightline.example.com.';
  const wait = 'give minutes from 0 to 360; 0 does not wait.';
  const timeout = 'give minutes up to 360, for example 10.';
  const plainName = 'use one line of plain visible characters.';
  const cookieLines = 'write one "name=value" a line.';
  const ownStep = 'is a review of its own. Give each a step with a "name" of its own.';

  test.each<[Partial<Record<InputName, string>>, wrong: InputName, fix: string]>([
    [{ 'service-url': '' }, 'service-url', service],
    [{ 'service-url': 'sightline.example.com' }, 'service-url', service],
    [{ 'service-url': 'ftp://sightline.example.com' }, 'service-url', service],
    [{ 'github-token': '' }, 'github-token', 'leave it out to use the job’s own token, or give one.'],
    [{ wait: 'soon' }, 'wait', wait],
    [{ wait: '361' }, 'wait', wait],
    [{ timeout: '0' }, 'timeout', timeout],
    [{ timeout: '361' }, 'timeout', timeout],
    [{ drafts: 'yes' }, 'drafts', booleans],
    [{ spa: 'yes' }, 'spa', booleans],
    [{ comment: 'no' }, 'comment', booleans],
    [{ 'carry-over': 'maybe' }, 'carry-over', booleans],
    ...['2', '0/3', '4/3', '1/100', 'a/b', '-1/3', '1/3/5'].map(
      (value): [Partial<Record<InputName, string>>, InputName, string] => [{ shard: value }, 'shard', shard],
    ),
    [
      { images: '', pdf: 'a.pdf', shard: '1/2' },
      'shard',
      '"pdf" is a review of its own, which one job sends. Leave it out.',
    ],
    [{ pictures: 'some' }, 'pictures', 'use true or false, or leave it out.'],
    [{ link: 'secret' }, 'link', 'use direct or sign-in, or leave it out.'],
    [{ app: 'on' }, 'app', 'use auto, required or none.'],
    [{ type: 'poster' }, 'type', 'use ui, website, presentation or email.'],
    [{ name: 'a\nb' }, 'name', plainName],
    [{ name: 'check\u200bout' }, 'name', plainName],
    [{ name: '\uff43heckout' }, 'name', plainName],
    [{ name: 'check  out' }, 'name', plainName],
    [{ title: 'x'.repeat(161) }, 'title', 'use at most 160 characters.'],
    [{ url: 'x.test' }, 'url', 'give a full http(s) address, for example https://example.com.'],
    [{ ...url, mask: '.a\n'.repeat(21) }, 'mask', 'give at most 20 selectors.'],
    [{ ...url, cookies: 'a: b' }, 'cookies', cookieLines],
    [{ ...url, cookies: 'a=b; Path=/' }, 'cookies', cookieLines],
    [{ ...url, headers: 'no colon' }, 'headers', 'write one "Name: value" a line.'],
    [{ pdf: 'a.pdf' }, 'pdf', `"images" is set too, and a PDF ${ownStep}`],
    [{ html: 'a.html' }, 'html', `"images" is set too, and an email ${ownStep}`],
    [{ images: '', pdf: 'a.pdf', html: 'a.html' }, 'pdf', `"html" is set too, and a PDF ${ownStep}`],
    [{ paths: '/pricing' }, 'paths', 'it goes with "url" or "deployment" or "dir", not with "images". Leave it out.'],
    [{ spa: 'true' }, 'spa', 'it goes with "dir", not with "images". Leave it out.'],
    [{ stories: 'Button/*' }, 'stories', 'it goes with "storybook", not with "images". Leave it out.'],
    [
      { images: '', dir: 'out', cookies: 'a=b' },
      'cookies',
      'it goes with "url" or "deployment", not with "dir". Leave it out.',
    ],
    [
      { images: '', pdf: 'a.pdf', mask: '.a' },
      'mask',
      'it goes with "url" or "deployment" or "dir" or "storybook", not with "pdf". Leave it out.',
    ],
    [
      { dir: 'out', stories: 'Button/*' },
      'stories',
      'it goes with "storybook", not with "images" or "dir". Leave it out.',
    ],
  ])('refuse %j with the input and the fix', (given, wrong, fix) => {
    expect(() => parse(given)).toThrow(new ActionError(`Input "${wrong}": ${fix}`));
  });

  test('refuse a run without anything to review', () => {
    expect(() => parse({ images: '' })).toThrow(
      new ActionError(
        'Nothing to review: set one or more of the inputs "images", "url", "deployment", "dir" and "storybook", or "pdf", or "html".',
      ),
    );
  });

  test('report all wrong inputs at once, in their order, each once', () => {
    expect(() => parse({ wait: '-1', drafts: 'x', 'service-url': `ftp://${'x'.repeat(2000)}` })).toThrow(
      new ActionError(
        `Input "service-url": use at most 2000 characters.\nInput "drafts": ${booleans}\nInput "wait": ${wait}`,
      ),
    );
  });
});
