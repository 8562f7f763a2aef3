import type { z } from 'zod';

type Standard = z.ZodObject['~standard'];
type Make = Standard['jsonSchema']['input'];
type Json = Record<string, unknown>;

/** Lists that programs make, never a model: for these only the type is described. */
const machineMade: ReadonlySet<string> = new Set(['elements']);

/** Fields that only our own programs send: not described, wherever they are. */
const unlisted: ReadonlySet<string> = new Set(['notices', 'page_state', 'sources']);

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

function mapFields(properties: Json, map: (name: string, field: Json) => Json | undefined): Json {
  const fields = Object.entries(properties).map(([name, field]) => [name, isJson(field) ? map(name, field) : field]);
  return Object.fromEntries(fields);
}

/** Longer texts, larger numbers and longer lists are refused, but a model hardly sends them: not described. */
const LONG = { text: 200, number: 10_000, list: 50 };

/** Returns the bounds of a number, text or list, without those that a model does not reach, and those of ids. */
function boundsOf({ minLength, maxLength, minimum, maximum, maxItems }: Json): Json {
  const below = (bound: unknown, limit: number) => (Math.abs(Number(bound)) < limit ? bound : undefined);
  return {
    maxLength: minLength === maxLength ? undefined : below(maxLength, LONG.text),
    // Nobody sends a negative index.
    minimum: minimum === 0 && below(maximum, LONG.number) === undefined ? undefined : below(minimum, LONG.number),
    maximum: below(maximum, LONG.number),
    maxItems: below(maxItems, LONG.list),
  };
}

/** Returns what a model needs to send an input: names, types, choices, bounds, required fields, our descriptions. */
function leanInput(schema: Json): Json {
  const { type, description, enum: choices, properties, required, items, anyOf } = schema;
  return {
    type,
    description,
    ...boundsOf(schema),
    enum: choices,
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((each) => leanChoice(each, description)) } : {}),
    ...(isJson(items) ? { items: leanInput(items) } : {}),
    ...(isJson(properties)
      ? {
          properties: mapFields(properties, (name, field) => {
            if (unlisted.has(name)) return undefined;
            return machineMade.has(name) ? { ...leanInput(field), items: { type: 'object' } } : leanInput(field);
          }),
        }
      : {}),
    required,
  };
}

/** Returns one of several types; `description` of all of them replaces its own. */
const leanChoice = (choice: unknown, description: unknown): unknown =>
  isJson(choice) ? leanInput(description === undefined ? choice : { ...choice, description: undefined }) : choice;

/** Converts `anyOf` of one type and null to one type. */
function withoutChoice(schema: Json): Json {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const some = anyOf.find((each) => isJson(each) && each.type !== 'null');
  return isJson(some) ? { ...some, type: anyOf.map((each) => (isJson(each) ? each.type : null)) } : schema;
}

/** Returns the type of a field of an answer; its content explains itself when it is read. */
function leanField(field: Json): Json {
  const { type, enum: choices, items } = withoutChoice(field);
  const hasPlainItems = isJson(items) && items.type !== 'object';
  return { type, enum: choices, ...(hasPlainItems ? { items: { type: items.type } } : {}) };
}

/**
 * Returns an output's schema. All of its fields are always present; listing them as required would take a tenth of the
 * whole tool list.
 */
const leanOutput = ({ type, properties }: Json): Json => ({
  type,
  ...(isJson(properties) ? { properties: mapFields(properties, (_name, field) => leanField(field)) } : {}),
});

/** Caches the schema, which the SDK requests every time and never changes. */
function once(make: Make, lean: (schema: Json) => Json): Make {
  let made: ReturnType<Make> | null = null;
  return (options) => {
    // Copied through JSON, to remove undefined values.
    made ??= JSON.parse(JSON.stringify(lean(make(options))));
    return made ?? {};
  };
}

/**
 * Describes an input or output to a client as briefly as possible, because models read the whole list in each
 * conversation. Inputs are checked in `callOperation`, so that errors are worded as everywhere; outputs are ours.
 */
export function described(schema: z.ZodObject): { '~standard': Standard } {
  const standard = schema['~standard'];
  const { input, output } = standard.jsonSchema;
  return {
    '~standard': {
      ...standard,
      jsonSchema: { input: once(input, leanInput), output: once(output, leanOutput) },
      validate: (value) => ({ value: value as Record<string, unknown> }),
    },
  };
}
