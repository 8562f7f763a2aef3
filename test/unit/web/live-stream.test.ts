import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLive } from '../../../server/web/sync/live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts the stream of a page without a browser. */
function start() {
  const window = new EventTarget();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', defaultView: window });
  const sources: (EventTarget & { readyState: number; close(): void })[] = [];
  const changed = vi.fn();
  const open = startLive(
    () => '/changes',
    changed,
    page as unknown as Document,
    () => {
      const source = Object.assign(new EventTarget(), {
        readyState: 1,
        close() {
          this.readyState = 2;
        },
      });
      sources.push(source);
      return source as unknown as EventSource;
    },
  );
  return {
    open,
    changed,
    sources,
    send: (type: string) => sources.at(-1)?.dispatchEvent(new Event(type)),
    refuse() {
      sources.at(-1)?.close();
      sources.at(-1)?.dispatchEvent(new Event('error'));
    },
    show(visible: boolean) {
      page.visibilityState = visible ? 'visible' : 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
    },
    online: () => window.dispatchEvent(new Event('online')),
  };
}

test('a page reads what it has missed when its stream opens, and each change after it', () => {
  const { open, changed, send } = start();
  expect(open.value).toBe(false);
  send('open');
  send('change');
  expect([open.value, changed.mock.calls.length]).toEqual([true, 2]);
});

test('a refused stream is opened again after ever longer pauses, and at once when the network is back', () => {
  const { open, sources, send, refuse, online } = start();
  const after = (ms: number) => {
    vi.advanceTimersByTime(ms - 1);
    const before = sources.length;
    vi.advanceTimersByTime(1);
    return [before, sources.length];
  };
  refuse();
  expect(after(2_000)).toEqual([1, 2]);
  refuse();
  expect(after(4_000)).toEqual([2, 3]);
  refuse();
  online();
  expect(sources).toHaveLength(4);
  refuse();
  expect(after(2_000)).toEqual([4, 5]);
  send('open');
  expect(open.value).toBe(true);
  // The browser reconnects by itself after a mere interruption.
  send('error');
  vi.advanceTimersByTime(60_000);
  expect([open.value, sources.length]).toEqual([false, 5]);
});

test('a hidden page closes its stream after half a minute, and opens it again when it is shown', () => {
  const { open, sources, send, show } = start();
  send('open');
  show(false);
  vi.advanceTimersByTime(29_999);
  show(true);
  vi.advanceTimersByTime(60_000);
  expect([open.value, sources.length]).toEqual([true, 1]);
  show(false);
  vi.advanceTimersByTime(29_999);
  expect(open.value).toBe(true);
  vi.advanceTimersByTime(1);
  expect([open.value, sources[0]?.readyState]).toEqual([false, 2]);
  show(true);
  expect(sources).toHaveLength(2);
});
