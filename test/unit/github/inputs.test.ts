import { describe, expect, test } from 'vitest';
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

  test.each<[Partial<Record<InputName, string>>, RegExp]>([
    [{ 'service-url': '' }, /^Input "service-url": give the address/],
    [{ 'service-url': 'sightline.example.com' }, /^Input "service-url"/],
    [{ 'service-url': 'ftp://sightline.example.com' }, /^Input "service-url"/],
    [{ wait: 'soon' }, /^Input "wait": give minutes/],
    [{ wait: '1000' }, /^Input "wait": give minutes/],
    [{ timeout: '0' }, /^Input "timeout": give minutes/],
    [{ drafts: 'yes' }, /^Input "drafts": use true or false/],
    [{ link: 'secret' }, /^Input "link": use direct or sign-in/],
    [{ app: 'on' }, /^Input "app": use auto, required or none/],
    [{ comment: 'no' }, /^Input "comment": use true or false/],
    [{ type: 'poster' }, /^Input "type": use ui/],
    [{ name: 'a\nb' }, /^Input "name": use one line/],
    [{ name: 'check\u200bout' }, /^Input "name": use one line of plain visible/],
    [{ name: '\uff43heckout' }, /^Input "name": use one line of plain visible/],
    [{ name: 'check  out' }, /^Input "name": use one line of plain visible/],
    [{ title: 'x'.repeat(161) }, /^Input "title": use at most 160/],
    [{ images: '' }, /^Nothing to review: set one or more of the inputs/],
    [{ pdf: 'a.pdf' }, /^Input "pdf": "images" is set too, and a PDF is a review of its own. Give each a step/],
    [{ html: 'a.html' }, /^Input "html": "images" is set too, and an email is a review of its own/],
    [{ paths: '/pricing' }, /^Input "paths": it goes with "url" or "deployment" or "dir", not with "images"/],
    [{ spa: 'true' }, /^Input "spa": it goes with "dir"/],
    [{ stories: 'Button/*' }, /^Input "stories": it goes with "storybook"/],
    [
      { images: '', dir: 'out', cookies: 'a=b' },
      /^Input "cookies": it goes with "url" or "deployment", not with "dir"/,
    ],
    [{ images: '', pdf: 'a.pdf', html: 'a.html' }, /^Input "pdf": "html" is set too/],
    [{ dir: 'out', stories: 'Button/*' }, /^Input "stories": it goes with "storybook", not with "images" or "dir"/],
    [{ 'carry-over': 'maybe' }, /^Input "carry-over": use true or false/],
    [{ images: '', url: 'https://x.test', cookies: 'a: b' }, /^Input "cookies": write one "name=value" a line/],
    [{ images: '', url: 'https://x.test', cookies: 'a=b; Path=/' }, /^Input "cookies"/],
    [{ images: '', url: 'https://x.test', headers: 'no colon' }, /^Input "headers": write one "Name: value" a line/],
  ])('refuse %j with the input and the fix', (given, message) => {
    expect(() => parse(given)).toThrow(message);
  });

  test('report all wrong inputs at once', () => {
    expect(() => parse({ wait: 'x', drafts: 'x' })).toThrow(/"drafts".*\n.*"wait"/);
  });
});
