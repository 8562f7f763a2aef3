import {
  acceptedContent,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { text } from './fixture-contents.ts';

/** What a tool keeps between its questions. The client carries it, signed. */
interface Progress {
  step: number;
}

export const fixtureState = createRequestStateCodec<Progress>({
  key: 'a key for the fixtures only, of no worth at all',
});

const Named = z.object({ name: z.string() });
const Agreed = z.object({ ok: z.boolean() });
const Coloured = z.object({ color: z.string() });
const Context = z.object({ context: z.string() });

const ask = {
  name: () => inputRequired.elicit({ message: 'What is your name?', requestedSchema: Named }),
  agreement: () => inputRequired.elicit({ message: 'Please confirm', requestedSchema: Agreed }),
  colour: () => inputRequired.elicit({ message: 'Step 2: What is your favorite color?', requestedSchema: Coloured }),
  model: (words: string, maxTokens: number) =>
    inputRequired.createMessage({ messages: [{ role: 'user', content: text(words) }], maxTokens }),
  roots: () => inputRequired.listRoots(),
};

const done = (words: string) => ({ content: [text(words)] });

/** Returns whether every one of these questions was answered. */
function answered(context: ServerContext, keys: string[]): boolean {
  return keys.every((key) => inputResponse(context.mcpReq.inputResponses, key).kind !== 'missing');
}

/** The tools that ask the client one question and then answer. */
function addSingleQuestions(server: McpServer): void {
  const description = 'Asks before it answers';
  const register = (name: string, questions: () => InputRequests, finish: (context: ServerContext) => string | null) =>
    server.registerTool(name, { description }, (context) => {
      const words = finish(context);
      return words === null ? inputRequired({ inputRequests: questions() }) : done(words);
    });
  const greet = ({ mcpReq }: ServerContext): string | null => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_name', Named);
    return given === undefined ? null : `Hello, ${given.name}!`;
  };
  register('test_input_required_result_elicitation', () => ({ user_name: ask.name() }), greet);
  register('test_streaming_elicitation', () => ({ user_name: ask.name() }), greet);
  register(
    'test_input_required_result_sampling',
    () => ({ capital_question: ask.model('What is the capital of France?', 100) }),
    ({ mcpReq }) => {
      const said = inputResponse(mcpReq.inputResponses, 'capital_question');
      return said.kind === 'sampling' ? `The model said ${JSON.stringify(said.result.content)}` : null;
    },
  );
  register(
    'test_input_required_result_list_roots',
    () => ({ client_roots: ask.roots() }),
    ({ mcpReq }) => {
      const given = inputResponse(mcpReq.inputResponses, 'client_roots');
      return given.kind === 'roots' ? `The roots are ${given.roots.map(({ uri }) => uri).join(', ')}` : null;
    },
  );
  server.registerTool('test_input_required_result_capabilities', { description }, () => {
    const able = server.server.getClientCapabilities();
    const inputRequests = {
      ...(able?.elicitation === undefined ? {} : { user_name: ask.name() }),
      ...(able?.sampling === undefined ? {} : { greeting: ask.model('Generate a greeting', 50) }),
    };
    return Object.keys(inputRequests).length === 0 ? done('Nothing to ask') : inputRequired({ inputRequests });
  });
}

/** A tool that asks for sampling. The SDK refuses the call when the client does not support it. */
function addNeedyTool(server: McpServer): void {
  server.registerTool('test_missing_capability', { description: 'Needs a client that has a model' }, () =>
    inputRequired({ inputRequests: { greeting: ask.model('Generate a greeting', 50) } }),
  );
}

/** The tools that keep state between two calls. */
function addKeptQuestions(server: McpServer): void {
  const description = 'Asks before it answers, and keeps a state';
  for (const name of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state']) {
    server.registerTool(name, { description }, async ({ mcpReq }) => {
      const given = acceptedContent(mcpReq.inputResponses, 'confirm', Agreed);
      if (given !== undefined && mcpReq.requestState<Progress>() !== undefined) return done('state-ok');
      return inputRequired({
        inputRequests: { confirm: ask.agreement() },
        requestState: await fixtureState.mint({ step: 1 }),
      });
    });
  }
  server.registerTool('test_input_required_result_multiple_inputs', { description }, async (context) => {
    const inputRequests = {
      user_name: ask.name(),
      greeting: ask.model('Generate a greeting', 50),
      client_roots: ask.roots(),
    };
    if (context.mcpReq.requestState<Progress>() !== undefined && answered(context, Object.keys(inputRequests))) {
      return done('All three were answered');
    }
    return inputRequired({ inputRequests, requestState: await fixtureState.mint({ step: 1 }) });
  });
  server.registerTool('test_input_required_result_multi_round', { description }, async ({ mcpReq }) => {
    const step = mcpReq.requestState<Progress>()?.step ?? 0;
    if (step === 2 && acceptedContent(mcpReq.inputResponses, 'step2', Coloured) !== undefined) return done('Thank you');
    const first = step === 1 && acceptedContent(mcpReq.inputResponses, 'step1', Named) !== undefined;
    return first
      ? inputRequired({ inputRequests: { step2: ask.colour() }, requestState: await fixtureState.mint({ step: 2 }) })
      : inputRequired({ inputRequests: { step1: ask.name() }, requestState: await fixtureState.mint({ step: 1 }) });
  });
}

/** The tools that ask the client during a call as protocol 2026-07-28 does: with an intermediate answer. */
export function addFixtureQuestions(server: McpServer): void {
  addSingleQuestions(server);
  addKeptQuestions(server);
  addNeedyTool(server);
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks before it answers' },
    ({ mcpReq }) => {
      const given = acceptedContent(mcpReq.inputResponses, 'user_context', Context);
      if (given !== undefined)
        return { messages: [{ role: 'user', content: text(`In the context of ${given.context}`) }] };
      const question = { message: 'What context should the prompt use?', requestedSchema: Context };
      return inputRequired({ inputRequests: { user_context: inputRequired.elicit(question) } });
    },
  );
}
