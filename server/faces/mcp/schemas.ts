import type { z } from 'zod';

type Standard = z.ZodObject['~standard'];

/**
 * What a client is told of an input or output. Inputs are checked in `callOperation`, so that refusals are worded as
 * everywhere; outputs are ours. The JSON Schema is made once: the SDK asks for it on every request.
 */
export function described(schema: z.ZodObject): { '~standard': Standard } {
  const standard = schema['~standard'];
  const once = (make: Standard['jsonSchema']['input']): Standard['jsonSchema']['input'] => {
    let made: ReturnType<typeof make> | null = null;
    return (options) => {
      made ??= make(options);
      return made;
    };
  };
  return {
    '~standard': {
      ...standard,
      jsonSchema: { input: once(standard.jsonSchema.input), output: once(standard.jsonSchema.output) },
      validate: (value) => ({ value: value as Record<string, unknown> }),
    },
  };
}
