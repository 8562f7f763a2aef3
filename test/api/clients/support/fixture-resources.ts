import { completable, type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { embedded, image, pixel, text } from './fixture-contents.ts';

export function addFixtureResources(server: McpServer): void {
  const about = { description: 'For the conformance suite', mimeType: 'text/plain' };
  server.registerResource('static-text', 'test://static-text', about, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  server.registerResource('static-binary', 'test://static-binary', { ...about, mimeType: 'image/png' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: pixel() }],
  }));
  server.registerResource('watched', 'test://watched-resource', about, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'It never changes.' }],
  }));
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { ...about, mimeType: 'application/json' },
    ({ href }, { id }) => {
      const data = { id, templateTest: true, data: `Data for ID: ${id}` };
      return { contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify(data) }] };
    },
  );
}

export function addFixturePrompts(server: McpServer): void {
  const description = 'For the conformance suite';
  const user = <Content>(content: Content) => ({ role: 'user' as const, content });
  server.registerPrompt('test_simple_prompt', { description }, () => ({
    messages: [user(text('This is a simple prompt for testing.'))],
  }));
  const argument = () =>
    completable(z.string(), (begun) => ['testing', 'tested'].filter((word) => word.startsWith(begun)));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description, argsSchema: z.object({ arg1: argument(), arg2: argument() }) },
    ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description, argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description }, () => ({
    messages: [user(image()), user(text('Please analyze the image above.'))],
  }));
}
