type End = () => unknown;

const ends: End[] = [];

/**
 * Registers a function for the end of this test file, after the file's own hooks. The process continues with other
 * files.
 */
export function atFileEnd(end: End): void {
  ends.push(end);
}

/** Returns a function that closes something once: when it is called, or else at the end of this test file. */
export function closeOnce(close: () => unknown): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const closed = (): Promise<void> => {
    closing ??= Promise.resolve(close()).then(() => {});
    return closing;
  };
  atFileEnd(() => closing === undefined && closed());
  return closed;
}

/** Runs the registered functions, the last one first. Throws the first error after all have run. */
export async function endFile(): Promise<void> {
  const errors: unknown[] = [];
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    try {
      await end();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
