import type { z } from 'zod';

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  record: 'names, each with its values',
  object: 'names, each with its value',
};

const units: Record<string, string> = { string: ' characters', array: ' items' };

/**
 * Says what is wrong with a variable or a setting that a person wrote, as the rest of a sentence after its name: "must
 * be a whole number". Leaves out the value, which may be a secret. A schema's own message stays.
 */
export const whatIsWrong: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${types[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${listed(issue.values.map(String))}`;
    case 'too_small': {
      const unit = units[issue.origin];
      if (unit === undefined) return `must be ${issue.inclusive === true ? 'at least' : 'more than'} ${issue.minimum}`;
      return Number(issue.minimum) === 1 ? 'must not be empty' : `must have at least ${issue.minimum}${unit}`;
    }
    case 'too_big': {
      const most = issue.maximum.toLocaleString('en');
      const unit = units[issue.origin];
      return unit === undefined ? `must be at most ${most}` : `must have at most ${most}${unit}`;
    }
    case 'invalid_format':
      return issue.format === 'url' ? 'must be a complete address, such as https://example.com' : 'has another form';
    case 'unrecognized_keys':
      return `has names that are not known: ${issue.keys.join(', ')}`;
    default:
      return 'cannot be used';
  }
};
