import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { text } from './fixture-contents.ts';

/** Tools whose input schemas use rarer parts of JSON Schema and of the protocol. */
export function addFixtureSchemas(server: McpServer): void {
  const string = { type: 'string' as const };
  server.registerTool(
    'json_schema_2020_12_tool',
    {
      description: 'Tool with JSON Schema 2020-12 features',
      inputSchema: fromJsonSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: string, city: string } } },
        properties: {
          name: string,
          address: { $ref: '#/$defs/address' },
          contactMethod: { type: 'string', enum: ['phone', 'email'] },
          phone: string,
          email: string,
        },
        allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
        if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ['phone'] },
        else: { required: ['email'] },
        additionalProperties: false,
      }),
    },
    () => ({ content: [text('The input fits')] }),
  );
  server.registerTool(
    'test_header_parameters',
    {
      description: 'Takes a parameter that a client repeats in a header',
      inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
    },
    () => ({ content: [text('The region was read')] }),
  );
}
