import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Keep } from '../shared/kept-token.ts';
import type { Draft } from './draft.ts';
import type { Trial } from './trial.ts';

export interface Home {
  draft: Draft;
  trial: Trial;
  keep: Keep;
}

export const HomeContext = createContext<Home | null>(null);

export function useHome(): Home {
  const home = useContext(HomeContext);
  if (home === null) throw new Error('A component of the home page was drawn outside it.');
  return home;
}
