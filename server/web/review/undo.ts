import { type Signal, signal } from '@preact/signals';

/** How long each thing can be undone, in ms of the person not being on it. */
export const undoLasts = 10_000;

export interface Toast {
  id: number;
  text: string;
  /** null where there is nothing to undo. */
  undo: (() => void) | null;
  /** Whether what it speaks of is still so: else it is not shown, and not undone. */
  holds: () => boolean;
}

/** What has just happened, oldest first: each can be undone for its own ten seconds. Only the newest is shown. */
export interface Undoing {
  toasts: Signal<readonly Toast[]>;
  /** The newest of which what it says still holds. */
  newest(): Toast | undefined;
  /** Says what happened. */
  tell(text: string): void;
  /** Says what happened and offers a way back. */
  undoable(text: string, undo: () => void, holds?: () => boolean): void;
  undo(id: number): void;
  /** Undoes the newest that can be; false when there is none. */
  undoLast(): boolean;
  dismiss(id: number): void;
  /** While the person is on them, by pointer or focus, no time passes. */
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

  const dismiss = (id: number) => {
    clearTimeout(clocks.get(id)?.timer);
    clocks.delete(id);
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
    // What was under the pointer is gone, and no leaving of it will be told.
    if (toasts.value.length === 0) held = false;
  };

  const run = (id: number, clock: Clock) => {
    clock.started = now();
    clock.timer = setTimeout(() => dismiss(id), clock.left);
  };

  const add = (text: string, undo: (() => void) | null, holds = () => true) => {
    last += 1;
    const clock: Clock = { started: now(), left: undoLasts };
    clocks.set(last, clock);
    // Said again, a sentence replaces itself; what can be undone stays, each by itself.
    const same = undo === null ? toasts.value.find((toast) => toast.undo === null && toast.text === text) : undefined;
    if (same !== undefined) dismiss(same.id);
    toasts.value = [...toasts.value, { id: last, text, undo, holds }];
    if (!held) run(last, clock);
  };

  const undo = (id: number) => {
    const toast = toasts.value.find((each) => each.id === id);
    dismiss(id);
    toast?.undo?.();
  };

  return {
    toasts,
    tell: (text) => add(text, null),
    newest: () => toasts.value.findLast((toast) => toast.holds()),
    undoable: (text, back, holds) => add(text, back, holds),
    undo,
    undoLast() {
      const toast = toasts.value.findLast((each) => each.undo !== null && each.holds());
      if (toast !== undefined) undo(toast.id);
      return toast !== undefined;
    },
    dismiss,
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
