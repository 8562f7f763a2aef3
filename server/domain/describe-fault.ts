/**
 * SQLSTATE classes whose messages concern the server or our statements. Messages of all other classes may quote rows.
 */
const ABOUT_US = new Set(['08', '25', '40', '42', '53', '55', '57', '58', 'XX']);

/** An error in the form in which it may be logged. */
export interface Fault {
  type: string;
  message: string;
  code?: string;
  /** Where it happened: the stack without the message it starts with. */
  stack: string;
}

/**
 * Returns the parts of an error that may be logged. A database error can quote the refused row, and its client the
 * arguments: addresses with keys in them, people's texts. Of such an error only the operation and the code are kept.
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
