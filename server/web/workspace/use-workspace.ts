import { type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Review } from '../../contract/review.ts';
import type { Connection } from '../../contract/workspace.ts';
import type { Keep } from '../shared/kept-token.ts';
import type { WorkspaceStore } from './store.ts';

export type Dialog =
  | { kind: 'rotate' }
  | { kind: 'cancel' | 'remove'; review: Review }
  | { kind: 'disconnect'; connection: Connection };

export interface Toast {
  text: string;
  error: boolean;
  undo?: () => void;
}

export interface Workspace {
  keep: Keep;
  store: WorkspaceStore;
  dialog: Signal<Dialog | null>;
  /** Shows the details of a review, and focuses them. */
  choose(id: string): void;
  /** An error stays until it is dismissed. */
  notice: Signal<Toast | null>;
}

export const createWorkspace = (keep: Keep, store: WorkspaceStore): Workspace => ({
  keep,
  store,
  dialog: signal<Dialog | null>(null),
  choose(id) {
    location.hash = id;
    store.choose(id);
    focusSoon('detail');
  },
  notice: signal<Toast | null>(null),
});

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === null) throw new Error('A component of the workspace was drawn outside it.');
  return workspace;
}

/** Focuses an element once it is drawn: the focused one may have been removed. */
export function focusSoon(id: string, tries = 40): void {
  setTimeout(() => {
    const element = document.getElementById(id);
    element?.focus();
    const { activeElement: active } = document;
    if (element !== null && active === element) return;
    // Not drawn yet, or a closing dialog covers it. A person who moved the focus keeps it.
    const isUnset = active === null || active === document.body || active.closest('dialog') !== null;
    if (isUnset && tries > 0) setTimeout(() => focusSoon(id, tries - 1), 50);
  });
}
