import { groups } from '../contract/groups.ts';
import { restOperations } from '../contract/index.ts';
import { introduction } from './openapi/introduction.ts';
import { toOperationObject } from './openapi/operation.ts';
import { componentResponses, headers } from './openapi/responses.ts';
import { componentSchemas } from './openapi/schemas.ts';
import { securitySchemes } from './openapi/security.ts';
import { webhooks } from './openapi/webhook.ts';

/** Returns the OpenAPI 3.1 document, derived from the contract. */
export function toOpenApi(settings: { baseUrl: string; version: string }) {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of restOperations) {
    const { method, path } = operation.rest;
    paths[path] = { ...paths[path], [method.toLowerCase()]: toOperationObject(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sightline',
      version: settings.version,
      summary: 'Visual sign-off for pull requests and coding agents.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: settings.baseUrl }],
    tags: groups,
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: securitySchemes(settings.baseUrl),
      headers,
      schemas: componentSchemas(),
      responses: componentResponses(),
    },
  };
}
