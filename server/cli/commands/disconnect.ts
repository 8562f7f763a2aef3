import { ServiceError } from '../../contract/client.ts';
import { defineCommand } from '../command.ts';
import { readId } from '../parse.ts';
import { retry } from '../retry.ts';

export const disconnect = defineCommand({
  name: 'disconnect',
  arguments: 'ID',
  count: [1, 1],
  summary: 'End a client’s connection; reviews and links stay',
  options: {},
  async run(context, words) {
    const id = readId(words, 'connection');
    const session = context.session();
    const ended = await retry(
      async (unsure) => {
        try {
          return await session.once('end_connection', { connection_id: id });
        } catch (error) {
          if (unsure && error instanceof ServiceError && error.status === 404) return { id, ended: true };
          throw error;
        }
      },
      { note: session.note },
    );
    return { document: ended, text: `Ended connection ${id}. The client has to connect anew.` };
  },
});
