import type { FastifyInstance } from 'fastify';
import type { Ports } from '../../domain/ports.ts';
import { addAuthorize } from './authorize.ts';
import { openToPages } from './cors.ts';
import { takeForms } from './form.ts';
import { addMetadata } from './metadata.ts';
import { addRegister } from './register.ts';
import { sendFormRefusal } from './send-refusal.ts';
import { addRevoke, addToken } from './token.ts';

/** Adds the authorization server: discovery, registration, the connect screen, tokens. */
export async function addOAuth(server: FastifyInstance, ports: Ports, builtPages: string): Promise<void> {
  await server.register(async (scope) => {
    openToPages(scope);
    addMetadata(scope, ports);
    addRegister(scope, ports);
    await scope.register(async (forms) => {
      takeForms(forms);
      forms.setErrorHandler(sendFormRefusal);
      addToken(forms, ports);
      addRevoke(forms, ports);
    });
  });
  await addAuthorize(server, ports, builtPages);
}
