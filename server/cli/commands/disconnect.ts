import { defineCommand } from '../command.ts';
import { readId } from '../parse.ts';

export const disconnect = defineCommand({
  name: 'disconnect',
  arguments: 'ID',
  count: [1, 1],
  summary: 'End a client’s connection; reviews and links stay',
  options: {},
  async run(context, words) {
    const id = readId(words, 'connection');
    const session = context.session();
    const ended = await session.end('end_connection', { connection_id: id }, ({ status }) =>
      status === 404 ? { id, ended: true } : null,
    );
    return { document: ended, text: `Ended connection ${id}. The client has to connect again.` };
  },
});
