import type { Output } from '../../contract/client.ts';
import { defineCommand } from '../command.ts';
import { readId } from '../parse.ts';
import { line, moment, table } from '../text.ts';

type Connection = Output<'list_connections'>['connections'][number];

const row = (connection: Connection): string[] => [
  connection.id,
  moment(connection.created_at),
  moment(connection.last_used_at),
  connection.joined ? 'joined' : 'made it',
  line(connection.client_host, 40),
  line(connection.client_name, 40),
];

export const connections = defineCommand({
  name: 'connections',
  arguments: '',
  count: [0, 0],
  summary: 'List the clients that are connected to the workspace',
  details:
    'WORKSPACE shows whether a client joined the workspace by a token or made it. Its NAME is what it calls itself.',
  options: {},
  async run(context) {
    const listed = await context.session().call('list_connections', {});
    const rows = [['ID', 'CONNECTED', 'LAST USED', 'WORKSPACE', 'HOST', 'NAME'], ...listed.connections.map(row)];
    return {
      document: listed,
      text:
        listed.connections.length === 0
          ? 'No client is connected.'
          : `${table(rows)}\nTo end one: sightline disconnect ID`,
    };
  },
});

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
