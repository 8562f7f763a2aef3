import { CopyButton } from '../components/copy-button.tsx';

interface Props {
  title: string;
  /** What stands on the page. */
  shown: string;
  /** What is copied. */
  text?: string;
  /** What to do after it. */
  hint?: string;
}

/** A command, with how to copy it. */
export function Snippet({ title, shown, text = shown, hint }: Props) {
  return (
    <div class="snippet-box">
      <div class="snippet-head">
        <h3>
          {title}
          {hint !== undefined && <span class="quiet">{hint}</span>}
        </h3>
        <CopyButton what={title} text={text} />
      </div>
      <pre class="snippet" dir="ltr">
        {shown}
      </pre>
    </div>
  );
}
