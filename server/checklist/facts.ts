// What the rules read; captures fill it in.
export type * from '../contract/shot-facts.ts';
