import { describe, expect, it } from 'vitest';
import { declaresDark, knowsDark } from '../../../server/contract/dark-email.ts';

describe('the dark-mode support that an email declares', () => {
  it.each([
    ['<style>@media ( prefers-color-scheme:dark ) { p { color: red } }</style>', true],
    ['<STYLE>@MEDIA (PREFERS-COLOR-SCHEME : DARK) {}</STYLE>', true],
    ['<picture><source media="(prefers-color-scheme: dark)" srcset="a"></picture>', true],
    ['<meta name="color-scheme" content="light dark">', true],
    ["<meta content='dark light' name=supported-color-schemes>", true],
    ['<style>:root { color-scheme: light dark }</style>', true],
    ['<body style="color-scheme:dark">', true],
    ['<meta name="color-scheme" content="light only">', false],
    ['<style>:root { color-scheme: light; color: dark }</style>', false],
    ['<style>@media (prefers-color-scheme: light) {}</style>', false],
    ['<p>We like dark colours. <meta name=theme-color content=dark>', false],
    ['', false],
    ['<!-- <meta name="color-scheme" content="dark"> --><p>Hello', false],
    ['<!--[if mso]><style>:root { color-scheme: dark }</style><![endif]--><p>Hello', false],
    ['<!--[if !mso]><!--><style>:root { color-scheme: dark }</style><!--<![endif]-->', true],
    ['<style><!-- @media (prefers-color-scheme: dark) { p { color: red } } --></style>', true],
    ['<style>/* color-scheme: dark */ p { color: red }</style>', false],
    ['<style>/* old */ :root { /* new */ color-scheme: dark }</style>', true],
    ['<!--><meta name="color-scheme" content="dark">', true],
    ['<p>Hello <!-- <meta name="color-scheme" content="dark">', false],
  ])('%s', (html, said) => {
    expect(declaresDark(html)).toBe(said);
    expect(knowsDark(html)).toBe(said);
  });

  it('includes rules that only Outlook’s apps apply, which change no screenshot', () => {
    const html = '<style>[data-ogsc] .logo { color: #fff }</style>';
    expect([declaresDark(html), knowsDark(html)]).toEqual([false, true]);
    expect(knowsDark('<style>/* [data-ogsc] */</style>')).toBe(false);
  });
});
