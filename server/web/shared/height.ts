import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Keeps the height of an element in a property of the page, for styles that leave space for it. */
export function useHeight<Part extends HTMLElement = HTMLElement>(property: string): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useLayoutEffect(() => {
    const element = part.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty(property, `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return part;
}
