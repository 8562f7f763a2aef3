/** Something the person who wrote the workflow can fix; the message explains how. Ends the job red. */
export class ActionError extends Error {
  override readonly name = 'ActionError';
}

/** There is nothing to review in this run. Ends the job green, with the reason as a notice. */
export class Skip extends Error {
  override readonly name = 'Skip';
  /** A warning is shown in yellow: the person probably wanted something else to happen. */
  readonly level: 'notice' | 'warning';

  constructor(reason: string, level: 'notice' | 'warning' = 'notice') {
    super(reason);
    this.level = level;
  }
}

/** The message of an input error: names the input, then what to do. */
export function inputError(input: string, fix: string): ActionError {
  return new ActionError(`Input "${input}": ${fix}`);
}
