import type { Output } from '../../contract/client.ts';
import { defineCommand } from '../command.ts';
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
