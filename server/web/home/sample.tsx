import { useSignal } from '@preact/signals';
import { createClient, ServiceError } from '../../contract/client.ts';
import { ownAddress } from '../review/derive.ts';
import { Button } from '../shared/button.tsx';
import { Problem } from '../shared/problem.tsx';
import { home } from './strings.ts';

const words = home.sample;

function sentenceOf(cause: unknown): string {
  if (!(cause instanceof ServiceError)) return words.broken;
  if (cause.status === 0) return words.offline;
  return cause.status >= 500 ? words.broken : cause.message;
}

/** Opens a sample review in this tab. */
export function OpenSample() {
  const busy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const open = async () => {
    if (busy.value) return;
    busy.value = true;
    problem.value = null;
    try {
      const { review_url: link } = await createClient({ baseUrl: '' }).call('create_sample_review', {});
      location.assign(ownAddress(link));
    } catch (cause) {
      problem.value = sentenceOf(cause);
    }
    busy.value = false;
  };
  return (
    <>
      <div>
        <Button
          class="button-large sample-open"
          aria-describedby="sample-help"
          aria-disabled={busy.value}
          onClick={() => void open()}
        >
          {busy.value ? words.opening : words.open}
        </Button>
      </div>
      <p id="sample-help" class="quiet">
        {words.help}
      </p>
      <p class="visually-hidden" role="status">
        {busy.value ? words.opening : ''}
      </p>
      <Problem text={problem.value} />
    </>
  );
}
