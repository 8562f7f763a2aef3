/**
 * For a button whose press removes its row: ignores the second half of a double click, which would hit the next row.
 */
export const once =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (event.detail < 2) act();
  };
