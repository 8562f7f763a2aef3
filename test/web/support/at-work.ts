import type { Page } from 'playwright-core';

/** What must not change under a person at work. */
export async function atWork(page: Page) {
  return page.evaluate(() => {
    const picture = document.querySelector('.picture')?.getBoundingClientRect();
    const scroller = document.querySelector('[data-scroller]');
    const field = document.activeElement;
    const form = document.querySelector('.composer')?.getBoundingClientRect();
    return {
      picture: [picture?.x, picture?.y, picture?.width, picture?.height],
      scroll: [scroller?.scrollLeft, scroller?.scrollTop],
      composer: [form?.x, form?.y],
      focus: field?.tagName,
      text: field instanceof HTMLTextAreaElement ? [field.value, field.selectionStart] : null,
    };
  });
}
