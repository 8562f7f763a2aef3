import type { Signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Draft } from '../marking/drafts.ts';
import type { MarkerProps } from '../marking/marked-item.ts';
import type { OpenDraft } from '../marking/open-draft.ts';
import type { ReviewDependencies } from '../review/dependencies.ts';
import type { Stop } from '../review/navigation.ts';
import type { Mark } from '../shared/types.ts';
import type { Own } from './kept.ts';
import type { Sending } from './sending.ts';
import type { Suggesting } from './suggesting.ts';

/** What only a guest's page has. */
export interface Guest extends Suggesting {
  /** This device's suggestions, without deleted ones. */
  own(): Own[];
  /** Whether the introduction is shown. */
  intro: Signal<boolean>;
  closeIntro(): void;
  choose(own: Own): void;
  reply: Sending['reply'];
  /** Edits the selected suggestion. Returns false when there is none. */
  editChosen(): boolean;
  stops(): Stop[];
  /** Returns the summary on the handle of the phone's sheet. */
  peek(): string;
  markName(mark: Mark): string;
  /** Whether a mark was accepted from a suggestion of this device. */
  isOwn(mark: Mark): boolean;
  composer(draft: Draft): { title: string; label: string; save: string; most: number; isNew: boolean };
  /** How many drafts have moved to the newer pass. */
  waiting: Signal<number>;
  /** Moves what is being written to the newer pass before the page is left for it. */
  leave(): void;
  /** Syncs with other tabs and the newer pass. Returns a function that stops. */
  start(): () => void;
  /** The parts of the page. They come along, so that the reviewer's page does not load them. */
  parts: Record<'GuestBadge' | 'GuestLists' | 'Introduction' | 'NameField' | 'OpenUntil', ComponentType> & {
    OwnMarkers: ComponentType<Omit<MarkerProps, 'item'>>;
  };
}

export type AddGuest = (deps: ReviewDependencies, opened: OpenDraft) => Guest;
