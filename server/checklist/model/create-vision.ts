import { extractJsonMiddleware, generateText, type LanguageModel, Output, wrapLanguageModel } from 'ai';
import sharp from 'sharp';
import { boundedFetch } from './bounded-fetch.ts';
import { createRest } from './leave-alone.ts';
import { openModel, type ProviderSettings } from './providers.ts';
import { answerSchema, instructionsFor, materialOf } from './question.ts';
import { leftAlone, VisionFailure, visionFailure } from './vision-failure.ts';
import type { VisionModel } from './vision-model.ts';

export interface VisionSettings extends ProviderSettings {
  /** For one question, a second attempt included */
  timeoutSeconds: number;
  shotsPerDay: number;
  /** Of an answer, what the model thinks before it included */
  maxTokens: number;
}

/** More than any answer of that many tokens takes. */
const MAX_BYTES = 1_000_000;

/** Models on machines of one's own often read no WebP. */
async function readable(part: { bytes: Buffer; contentType: string }, provider: string) {
  if (provider !== 'compatible' || part.contentType !== 'image/webp') return part;
  return { bytes: await sharp(part.bytes).jpeg({ quality: 88 }).toBuffer(), contentType: 'image/jpeg' };
}

/** Asks a vision model over the API of one of the usual providers. `now` in milliseconds, for how long it is left alone. */
export function createVision(settings: VisionSettings, now: () => number = Date.now): VisionModel {
  // It would print what it thinks of a model's settings; people read our log.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { provider, model: name, timeoutSeconds, shotsPerDay, maxTokens } = settings;
  const rest = createRest(now);
  let opening: Promise<LanguageModel> | null = null;
  const open = (): Promise<LanguageModel> => {
    opening ??= openModel(settings, boundedFetch(MAX_BYTES)).then((model) =>
      typeof model === 'string' || model.specificationVersion !== 'v4'
        ? model
        : wrapLanguageModel({ model, middleware: extractJsonMiddleware() }),
    );
    return opening;
  };
  return {
    name,
    shotsPerDay,
    async ask(question) {
      if (rest.isOn()) throw leftAlone();
      const signal = AbortSignal.timeout(timeoutSeconds * 1000);
      try {
        const { bytes, contentType } = await readable(question.part, provider);
        const { output, totalUsage } = await generateText({
          model: await open(),
          instructions: instructionsFor(question),
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: materialOf(question) },
                { type: 'file', data: bytes, mediaType: contentType },
              ],
            },
          ],
          output: Output.object({ schema: answerSchema(question.rules.map(({ id }) => id)), name: 'findings' }),
          maxOutputTokens: maxTokens,
          maxRetries: 1,
          abortSignal: signal,
          // Images of what is not public yet are not for keeping.
          providerOptions: { openai: { store: false } },
        });
        rest.report(true);
        const { inputTokens = 0, outputTokens = 0 } = totalUsage;
        return { findings: output, tokens: { input: inputTokens, output: outputTokens } };
      } catch (error) {
        const failure = visionFailure(error, signal.aborted, timeoutSeconds);
        rest.report(!failure.isDown);
        throw failure;
      }
    },
    isFailure: (error) => error instanceof VisionFailure,
  };
}
