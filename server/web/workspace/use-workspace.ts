import { type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Connection } from '../../contract/connection.ts';
import type { Review } from '../../contract/review.ts';
import type { Keep } from '../account/keep.ts';
import type { WorkspaceStore } from './store.ts';

export type Dialog =
  | { kind: 'rotate' }
  | { kind: 'cancel' | 'remove'; review: Review }
  | { kind: 'disconnect'; connection: Connection };

export interface Said {
  text: string;
  error: boolean;
  /** Takes it back. */
  undo?: () => void;
}

export interface Workspace {
  keep: Keep;
  store: WorkspaceStore;
  dialog: Signal<Dialog | null>;
  search: Signal<string>;
  /** What has just happened, in a sentence; an error stays until it is dismissed. */
  notice: Signal<Said | null>;
}

export const createWorkspace = (keep: Keep, store: WorkspaceStore): Workspace => ({
  keep,
  store,
  dialog: signal<Dialog | null>(null),
  search: signal(''),
  notice: signal<Said | null>(null),
});

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const desk = useContext(WorkspaceContext);
  if (desk === null) throw new Error('A component of the workspace was drawn outside it.');
  return desk;
}

/** Moves the focus to an element once it is drawn: what had it may be gone. */
export function focusSoon(id: string, tries = 40): void {
  setTimeout(() => {
    const element = document.getElementById(id);
    element?.focus();
    const { activeElement: active } = document;
    if (element !== null && active === element) return;
    // Not there yet, or a dialog that closes still lies over it. Whoever went elsewhere meanwhile stays there.
    const isNowhere = active === null || active === document.body || active.closest('dialog') !== null;
    if (isNowhere && tries > 0) setTimeout(() => focusSoon(id, tries - 1), 50);
  });
}
