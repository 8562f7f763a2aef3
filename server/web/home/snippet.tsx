import { CopyButton } from '../shared/copy-button.tsx';

interface Props {
  title: string;
  shown: string;
  text?: string;
  help?: string;
}

export function Snippet({ title, shown, text = shown, help }: Props) {
  return (
    <div class="snippet-box">
      <div class="snippet-head">
        <h3>
          {title}
          {help !== undefined && <span class="quiet">{help}</span>}
        </h3>
        <CopyButton what={title} text={text} />
      </div>
      <pre class="snippet" dir="ltr">
        {shown}
      </pre>
    </div>
  );
}
