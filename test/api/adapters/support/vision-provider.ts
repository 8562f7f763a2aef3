import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { VisionProvider } from '../../../../server/checklist/model/providers.ts';
import { type Running, startHttpServer } from '../../../support/servers.ts';

/** One question as the provider received it. */
export interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** What a model answers, before it is put into a provider's format. */
export interface Saying {
  text: string;
  /** Set when the model refuses; some providers have a separate format for that. */
  refused?: boolean;
}

/** Answers one question; `say` puts the model's words into the provider's format. */
export type Answering = (response: ServerResponse, say: (saying: Saying) => string, asked: Asked) => void;

const tokens = { input: 1_200, output: 80 };

/** Answers in each provider's format, from its public description of its API. */
const forms: Record<VisionProvider, (saying: Saying) => object> = {
  openai: ({ text, refused = false }) => ({
    id: 'resp_1',
    created_at: 1,
    model: 'm',
    output: [
      {
        type: 'message',
        role: 'assistant',
        id: 'msg_1',
        content: [refused ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] }],
      },
    ],
    usage: { input_tokens: tokens.input, output_tokens: tokens.output },
  }),
  anthropic: ({ text, refused = false }) => ({
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text }],
    stop_reason: refused ? 'refusal' : 'end_turn',
    usage: { input_tokens: tokens.input, output_tokens: tokens.output },
  }),
  google: ({ text, refused = false }) => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: refused ? 'SAFETY' : 'STOP' }],
    usageMetadata: { promptTokenCount: tokens.input, candidatesTokenCount: tokens.output },
  }),
  compatible: ({ text, refused = false }) => ({
    id: 'chat_1',
    created: 1,
    model: 'm',
    choices: [
      { index: 0, message: { role: 'assistant', content: text }, finish_reason: refused ? 'content_filter' : 'stop' },
    ],
    usage: { prompt_tokens: tokens.input, completion_tokens: tokens.output },
  }),
};

const providerOf = (path: string): VisionProvider => {
  if (path.endsWith('/responses')) return 'openai';
  if (path.endsWith('/messages')) return 'anthropic';
  return path.includes(':generateContent') ? 'google' : 'compatible';
};

export const json = (response: ServerResponse, body: string, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
};

/** Returns an answering function with this text of the model. */
export const saying =
  (text: string, refused = false): Answering =>
  (response, say) =>
    json(response, say({ text, refused }));

export const finds = (...findings: object[]): Answering => saying(JSON.stringify({ findings }));

/** The HTTP APIs of the usual providers on this machine. The test sets what they answer. */
export async function startVisionProvider(): Promise<
  Running & { asked: Asked[]; answers(answering: Answering): void; tokens: typeof tokens }
> {
  const asked: Asked[] = [];
  let answering: Answering = finds();
  const running = await startHttpServer(async (request, response) => {
    const path = request.url ?? '';
    const question = { path, headers: request.headers, body: await text(request) };
    asked.push(question);
    answering(response, (words) => JSON.stringify(forms[providerOf(path)](words)), question);
  });
  return {
    ...running,
    asked,
    tokens,
    answers(how) {
      asked.length = 0;
      answering = how;
    },
  };
}
