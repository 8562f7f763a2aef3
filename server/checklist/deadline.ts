/** Returns the result of `work`. @throws the signal's reason when it aborts first; a later result is dropped */
export async function beforeDeadline<Result>(deadline: AbortSignal, work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  deadline.throwIfAborted();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(deadline.reason);
  deadline.addEventListener('abort', abort);
  try {
    return await Promise.race([work, late]);
  } finally {
    deadline.removeEventListener('abort', abort);
  }
}
