import { describe, expect, test } from 'vitest';
import { readRegistrationId, signInAddress, waysTo } from '../../../app/sign-in/address.ts';

const reviewId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const key = { repositoryId: 7, reviewId };
const appUrl = 'https://app.test/base';
const address = `https://app.test/base/review/7-${reviewId}`;

test('the address at which a person signs in names the registration', () => {
  expect(signInAddress(appUrl, key)).toBe(address);
  expect(readRegistrationId(`7-${reviewId}`)).toEqual(key);
  for (const other of [
    reviewId,
    `0-${reviewId}`,
    `07-${reviewId}`,
    `7-${reviewId}A`,
    `7-${reviewId.slice(1)}`,
    '7-',
    '',
  ])
    expect(readRegistrationId(other)).toBeNull();
});

describe('people reach a review', () => {
  const direct = { direct: true };
  const bySignIn = { direct: false, signIn: address };
  const no = { direct: false, signIn: null };

  test.each([
    ['direct', { signInOnly: false, signsIn: true }, direct],
    ['direct', { signInOnly: false, signsIn: false }, direct],
    // The workflow asked for a sign-in.
    ['direct', { signInOnly: true, signsIn: true }, bySignIn],
    ['direct', { signInOnly: true, signsIn: false }, no],
    ['sign-in', { signInOnly: false, signsIn: true }, bySignIn],
    ['sign-in', { signInOnly: false, signsIn: false }, no],
    ['hidden', { signInOnly: false, signsIn: true }, no],
    ['hidden', { signInOnly: true, signsIn: true }, no],
  ] as const)('by `link: %s` with %j', (link, { signInOnly, signsIn }, ways) => {
    expect(waysTo({ appUrl, signIn: signsIn ? {} : null }, { link }, { ...key, signInOnly })).toEqual(ways);
  });
});
