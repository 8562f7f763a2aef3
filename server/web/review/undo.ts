import { type Signal, signal } from '@preact/signals';

/** How long each action can be undone, in ms, not counting time spent on the toasts. */
export const undoLasts = 10_000;

export interface Toast {
  id: number;
  text: string;
  /** null where there is nothing to undo. */
  undo: (() => void) | null;
  /** Whether it is still true; otherwise it is neither shown nor undone. */
  holds: () => boolean;
}

/** What has just happened, oldest first. Each can be undone for its own ten seconds; only the newest is shown. */
export interface Undoing {
  toasts: Signal<readonly Toast[]>;
  /** Returns the newest that still holds. */
  newest(): Toast | undefined;
  notify(text: string): void;
  /** Shows what others did, as soon as nothing of what the person did is shown. */
  update(text: string): void;
  undoable(text: string, undo: () => void, holds?: () => boolean): void;
  undo(id: number): void;
  /** Undoes the newest that can be undone. Returns false when there is none. */
  undoLast(): boolean;
  dismiss(id: number): void;
  /** Dismisses what a decision ends: every undo and, when it is the person's own, every message from before it. */
  decided(own: boolean): void;
  /** Stops the clocks while the pointer or the focus is on the toasts. */
  hold(): void;
  release(): void;
}

interface Clock {
  timer?: ReturnType<typeof setTimeout>;
  started: number;
  left: number;
}

export function createUndoing(now: () => number = () => performance.now()): Undoing {
  const toasts = signal<readonly Toast[]>([]);
  const clocks = new Map<number, Clock>();
  let held = false;
  let last = 0;
  let waiting: string[] = [];

  const dismiss = (id: number) => {
    clearTimeout(clocks.get(id)?.timer);
    clocks.delete(id);
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
    // The element under the pointer was removed, so no leave event will come.
    if (toasts.value.length > 0) return;
    held = false;
    const text = waiting.join(' ');
    waiting = [];
    if (text !== '') add(text, null);
  };

  const run = (id: number, clock: Clock) => {
    clock.started = now();
    clock.timer = setTimeout(() => dismiss(id), clock.left);
  };

  const add = (text: string, undo: (() => void) | null, holds = () => true) => {
    last += 1;
    const clock: Clock = { started: now(), left: undoLasts };
    clocks.set(last, clock);
    const same = undo === null ? toasts.value.find((toast) => toast.undo === null && toast.text === text) : undefined;
    toasts.value = [...toasts.value, { id: last, text, undo, holds }];
    if (!held) run(last, clock);
    // A repeated text replaces itself; what can be undone stays.
    if (same !== undefined) dismiss(same.id);
  };

  const undo = (id: number) => {
    const toast = toasts.value.find((each) => each.id === id);
    dismiss(id);
    toast?.undo?.();
  };

  const newest = () => toasts.value.findLast((toast) => toast.holds());

  return {
    toasts,
    notify: (text) => add(text, null),
    update(text) {
      if (newest() === undefined) add(text, null);
      else waiting.push(text);
    },
    newest,
    undoable: (text, back, holds) => add(text, back, holds),
    undo,
    undoLast() {
      const toast = toasts.value.findLast((each) => each.undo !== null && each.holds());
      if (toast !== undefined) undo(toast.id);
      return toast !== undefined;
    },
    dismiss,
    decided(own) {
      for (const { id, undo } of toasts.value) if (own || undo !== null) dismiss(id);
    },
    hold() {
      if (held) return;
      held = true;
      for (const clock of clocks.values()) {
        clearTimeout(clock.timer);
        clock.left = Math.max(clock.left - (now() - clock.started), 0);
      }
    },
    release() {
      if (!held) return;
      held = false;
      for (const [id, clock] of clocks) run(id, clock);
    },
  };
}
