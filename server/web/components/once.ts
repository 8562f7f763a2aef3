/**
 * For a button whose row goes away by its press: the second half of a double click would fall on the row that has come in
 * its place, and is meant for nothing there.
 */
export const once =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (event.detail < 2) act();
  };
