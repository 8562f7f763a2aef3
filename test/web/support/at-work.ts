import type { Page } from 'playwright-core';

/** Returns what must not change while a person works. */
export async function atWork(page: Page) {
  return page.evaluate(() => {
    const image = document.querySelector('.image')?.getBoundingClientRect();
    const scroller = document.querySelector('[data-scroller]');
    const field = document.activeElement;
    const form = document.querySelector('.composer')?.getBoundingClientRect();
    return {
      image: [image?.x, image?.y, image?.width, image?.height],
      scroll: [scroller?.scrollLeft, scroller?.scrollTop],
      composer: [form?.x, form?.y],
      focus: field?.tagName,
      text: field instanceof HTMLTextAreaElement ? [field.value, field.selectionStart] : null,
    };
  });
}
