import type { ClientActor } from '../../../server/domain/ports.ts';

export const actorOf = (client: { workspaceId: string }): ClientActor => ({
  kind: 'client',
  workspaceId: client.workspaceId,
  credential: '',
  bearer: 'try',
  connectionId: null,
  push: null,
});
