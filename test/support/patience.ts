/** How long what must come is waited for, in ms. A busy machine takes its time; only what never comes fails. */
export const PATIENCE_MS = 240_000;
