import { setTimeout as pause } from 'node:timers/promises';
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { audio, embedded, image, text } from './fixture-contents.ts';

const PAUSE_MS = 50;

/** The tools that answer with one kind of content each. */
function addContentTools(server: McpServer): void {
  const answers = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image()],
    test_audio_content: [audio()],
    test_embedded_resource: [
      embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      image(),
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  };
  for (const [name, content] of Object.entries(answers)) {
    server.registerTool(name, { description: `Answers as ${name} has to` }, () => ({ content }));
  }
  server.registerTool('test_error_handling', { description: 'Always fails' }, () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  }));
}

async function report(context: ServerContext, progress: number): Promise<void> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
}

/** The tools that report while they work. */
function addTalkingTools(server: McpServer): void {
  server.registerTool('test_tool_with_progress', { description: 'Reports its progress' }, async (context) => {
    for (const progress of [0, 50, 100]) {
      await report(context, progress);
      await pause(PAUSE_MS);
    }
    return { content: [text('Done, with progress')] };
  });
  const logs = async (context: ServerContext) => {
    for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await context.mcpReq.log('info', words);
      await pause(PAUSE_MS);
    }
    return { content: [text('Done, with logs')] };
  };
  server.registerTool('test_tool_with_logging', { description: 'Logs while it works' }, logs);
  server.registerTool('test_logging_tool', { description: 'Logs where that is asked for' }, logs);
}

/** The tools that ask the client during a call as protocols before 2026-07-28 do: with a request from the server. */
function addPushingTools(server: McpServer): void {
  const name = 'test_sampling';
  server.registerTool(
    name,
    { description: 'Asks the client’s model', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      if (server.server.getClientCapabilities()?.sampling === undefined) {
        return { isError: true, content: [text('The client cannot be asked')] };
      }
      const messages = [{ role: 'user' as const, content: text(prompt) }];
      const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 });
      return { content: [text(`LLM response: ${JSON.stringify(content)}`)] };
    },
  );
  const forms = {
    test_elicitation_sep1034_defaults: {
      name: { type: 'string' as const, default: 'John Doe' },
      age: { type: 'integer' as const, default: 30 },
      score: { type: 'number' as const, default: 95.5 },
      status: { type: 'string' as const, enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean' as const, default: true },
    },
    test_elicitation_sep1330_enums: {
      untitledSingle: { type: 'string' as const, enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string' as const, oneOf: [{ const: 'value1', title: 'First Option' }] },
      legacyEnum: { type: 'string' as const, enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
      untitledMulti: { type: 'array' as const, items: { type: 'string' as const, enum: ['option1', 'option2'] } },
      titledMulti: { type: 'array' as const, items: { anyOf: [{ const: 'value1', title: 'First Choice' }] } },
    },
  };
  for (const [tool, properties] of Object.entries(forms)) {
    server.registerTool(tool, { description: 'Asks the person with a form' }, async ({ mcpReq }) => {
      const requestedSchema = { type: 'object' as const, properties };
      const { action, content } = await mcpReq.elicitInput({ message: 'Please fill this in', requestedSchema });
      return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)] };
    });
  }
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the person', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const field = { type: 'string' as const };
      const requestedSchema = {
        type: 'object' as const,
        properties: { username: field, email: field },
        required: ['username', 'email'],
      };
      const { action, content } = await mcpReq.elicitInput({ message, requestedSchema });
      return { content: [text(`User response: action=${action}, content=${JSON.stringify(content)}`)] };
    },
  );
}

export function addFixtureTools(server: McpServer): void {
  addContentTools(server);
  addTalkingTools(server);
  addPushingTools(server);
}
