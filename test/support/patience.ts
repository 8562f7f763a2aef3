/** How long to wait for a state, in ms. Long enough for a busy machine; only a state that never comes fails a test. */
export const PATIENCE_MS = 240_000;
