/** SQLSTATE classes whose messages speak of the server or of our statements; those of all others may quote rows. */
const ABOUT_US = new Set(['08', '25', '40', '42', '53', '55', '57', '58', 'XX']);

/** A fault as it may be logged. */
export interface Fault {
  type: string;
  message: string;
  code?: string;
  /** Where it was, without the message that a stack begins with. */
  stack: string;
}

/**
 * What a log may hold of an error. A database quotes the row that it refuses, and its client the arguments it was given:
 * addresses with keys in them, people's words. Of such an error only the operation and the code are kept.
 */
export function describeFault(error: unknown): Fault {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something else than an error', stack: '' };
  const { name, message } = error;
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const given = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const ofDatabase = name.startsWith('PrismaClient') || name === 'DriverAdapterError' || 'severity' in error;
  const state = /Code: `(\w{5})`/.exec(message)?.[1] ?? given;
  const code = ofDatabase ? state : given;
  const quotesNothing = !ofDatabase || (state?.length === 5 && !/^P\d/.test(state) && ABOUT_US.has(state.slice(0, 2)));
  const operation = /Invalid `([\w.$()]{1,80})` invocation/.exec(message)?.[1];
  return {
    type: name,
    message: quotesNothing ? message.slice(0, 1000) : `The database refused ${operation ?? 'a statement'}`,
    ...(code === undefined ? {} : { code }),
    stack: stack.join('\n'),
  };
}
