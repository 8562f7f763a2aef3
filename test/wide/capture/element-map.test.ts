import { it } from 'vitest';
import { type ClickedPage, expectMiddlesFound } from '../../capture/support/clicked-pages.ts';

const pages: ClickedPage[] = ['a guide', 'a guide on a phone', 'an API reference', 'a map'];

it.each(pages)('the middle of an element finds it: %s', (name) => expectMiddlesFound(name));
