/** Says what went wrong; nothing while `text` is missing. */
export const Problem = ({ text, id }: { text: string | null | undefined; id?: string }) =>
  text == null ? null : (
    <p class="error" role="alert" id={id}>
      {text}
    </p>
  );
