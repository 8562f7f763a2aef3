/** Of the same result, which nobody changes any more, it is made once. */
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

/** The same as it is sent: encoding text anew for each answer costs more than all else that is done for it. */
export const jsonBytesOf = once((result) => Buffer.from(JSON.stringify(result)));

/** The JSON of a result as a text in JSON. */
export const quotedBytesOf = once((result) => Buffer.from(JSON.stringify(jsonOf(result))));
