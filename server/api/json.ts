/** Caches what `make` returns for a result, which must not change any more. */
function once<Made>(make: (result: object) => Made): (result: object) => Made {
  const known = new WeakMap<object, { made: Made }>();
  return (result) => {
    const found = known.get(result) ?? { made: make(result) };
    known.set(result, found);
    return found.made;
  };
}

/** The JSON of a result. */
export const jsonOf = once((result) => JSON.stringify(result));

/**
 * Returns the JSON as it is sent. Encoding the text for each answer would cost more than all the rest of the request.
 */
export const jsonBytesOf = once((result) => Buffer.from(JSON.stringify(result)));

/** Returns the JSON of a result as a string in JSON. */
export const quotedBytesOf = once((result) => Buffer.from(JSON.stringify(jsonOf(result))));
