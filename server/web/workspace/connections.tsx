import { useEffect, useMemo } from 'preact/hooks';
import { type Client, ServiceError } from '../../contract/client.ts';
import type { Connection } from '../../contract/workspace.ts';
import { Button } from '../shared/button.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import { When } from '../shared/when.tsx';
import { startPolling } from '../sync/polling.ts';
import { connections as words } from './connections-strings.ts';
import { Confirm } from './dialogs.tsx';
import { createLoaded } from './loaded.ts';
import { sentenceOf } from './store.ts';
import { focusSoon, useWorkspace } from './use-workspace.ts';

const pause = 30_000;

const createConnections = (client: Client) =>
  createLoaded(async () => (await client.call('list_connections', {})).connections);

/** Ends a connection. One that has already ended counts as ended. */
function EndDialog({ connection, refresh }: { connection: Connection; refresh: () => Promise<void> }) {
  const { store, dialog, notice } = useWorkspace();
  const { id, client_name: name } = connection;
  return (
    <Confirm
      title={words.dialog.title(name)}
      confirm={words.dialog.confirm}
      keep={words.dialog.keep}
      run={async () => {
        try {
          await store.client.call('end_connection', { connection_id: id });
        } catch (cause) {
          if (!(cause instanceof ServiceError) || cause.status !== 404) return sentenceOf(cause);
        }
        await refresh();
        dialog.value = null;
        notice.value = { text: words.dialog.done(name), error: false };
        focusSoon('connections');
        return null;
      }}
    >
      <p>{words.dialog.lead}</p>
      <p>{words.dialog.again}</p>
    </Confirm>
  );
}

function Row({ connection }: { connection: Connection }) {
  const { dialog } = useWorkspace();
  const { client_name: name, client_host: host, joined, created_at, last_used_at, ends_at } = connection;
  const { verified_login: login } = connection;
  return (
    <li class="connection-row">
      <div>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <ul class="row-facts">
          <li>
            {words.host} <bdi>{host}</bdi>
          </li>
          <li>
            {login === null ? (
              joined ? (
                words.joined
              ) : (
                words.made
              )
            ) : (
              <>
                {words.joinedBy} <bdi>@{login}</bdi>
              </>
            )}
          </li>
          <li>
            {words.since} <When at={created_at} day />
          </li>
          <li>
            {words.used} <When at={last_used_at} />
          </li>
          {ends_at !== null && (
            <li>
              {words.until} <When at={ends_at} day />
            </li>
          )}
        </ul>
      </div>
      <Button aria-label={words.endOf(name)} onClick={() => (dialog.value = { kind: 'disconnect', connection })}>
        {words.end}
      </Button>
    </li>
  );
}

function HowToConnect({ empty }: { empty: boolean }) {
  const { keep } = useWorkspace();
  const address = `${location.origin}/mcp/sightline`;
  const token = keep.held.value?.token;
  return (
    <div class={empty ? 'nothing' : 'connection-how'}>
      <p>
        {empty && <strong>{words.none}</strong>} {words.how}
      </p>
      <div class="connection-address">
        <code class="mono" dir="ltr">
          {address}
        </code>
        <CopyButton what={words.address} text={address} />
      </div>
      {token?.startsWith('slt_') && (
        <div class="connection-address">
          <code class="mono" dir="ltr">
            slt_…
          </code>
          <CopyButton what={words.token} text={token} />
        </div>
      )}
    </div>
  );
}

export function ConnectedClients() {
  const { store, dialog } = useWorkspace();
  const { loaded, broken, refresh } = useMemo(() => createConnections(store.client), [store]);
  const { value: known } = loaded;
  useEffect(() => startPolling(refresh, () => pause), [refresh]);
  return (
    <section class="connections" aria-labelledby="connections">
      <h2 id="connections" tabIndex={-1}>
        {words.title}
      </h2>
      <p class="quiet">{words.lead}</p>
      {broken.value && <p class="warning">{words.broken}</p>}
      {known === null && !broken.value && <p class="quiet">{words.loading}</p>}
      {known !== null && known.length > 0 && (
        <ul class="connection-rows">
          {known.map((connection) => (
            <Row key={connection.id} connection={connection} />
          ))}
        </ul>
      )}
      {known !== null && <HowToConnect empty={known.length === 0} />}
      {dialog.value?.kind === 'disconnect' && <EndDialog connection={dialog.value.connection} refresh={refresh} />}
    </section>
  );
}
