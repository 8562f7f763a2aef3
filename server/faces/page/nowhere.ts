import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendPage } from './send-page.ts';

/** Whether a browser asks for a page to show to a person; programs want an answer they can read. */
const isForPerson = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true;

/** What is said where nothing is. */
export async function addNowhere(server: FastifyInstance, builtPages: string): Promise<void> {
  const nowhere = await readFile(join(builtPages, 'nowhere.html'));
  server.setNotFoundHandler((request, reply) =>
    isForPerson(request)
      ? sendPage(reply, nowhere, 404)
      : reply
          .code(404)
          .send({ error: 'not_found', message: 'There is nothing at this address. The reference is at /docs.' }),
  );
}
