import { extractJsonMiddleware, generateText, type LanguageModel, Output, wrapLanguageModel } from 'ai';
import sharp from 'sharp';
import { boundedFetch } from './bounded-fetch.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { openModel, type ProviderSettings } from './providers.ts';
import { answerSchema, instructionsFor, materialOf } from './question.ts';
import { circuitOpen, VisionFailure, visionFailure } from './vision-failure.ts';
import type { VisionModel } from './vision-model.ts';

export interface VisionSettings extends ProviderSettings {
  /** Seconds for one question, including a second attempt */
  timeoutSeconds: number;
  shotsPerDay: number;
  /** Tokens of one answer, including the model's reasoning */
  maxTokens: number;
}

/** Larger than any answer within `maxTokens`. */
const MAX_BYTES = 1_000_000;

/** Self-hosted models often cannot read WebP. */
async function readable(part: { bytes: Buffer; contentType: string }, provider: string) {
  if (provider !== 'compatible' || part.contentType !== 'image/webp') return part;
  return { bytes: await sharp(part.bytes).jpeg({ quality: 88 }).toBuffer(), contentType: 'image/jpeg' };
}

/**
 * Creates a vision model that is asked over the API of one of the usual providers. `now` returns milliseconds and times
 * the pause after repeated failures.
 */
export function createVision(settings: VisionSettings, now: () => number = Date.now): VisionModel {
  // The library would print warnings about the model's settings to our log.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { provider, model: name, timeoutSeconds, shotsPerDay, maxTokens } = settings;
  const breaker = createCircuitBreaker(now);
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
      if (breaker.isOpen()) throw circuitOpen();
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
          // The images may show unpublished work, so the provider should not store them.
          providerOptions: { openai: { store: false } },
        });
        breaker.report(true);
        const { inputTokens = 0, outputTokens = 0 } = totalUsage;
        return { findings: output, tokens: { input: inputTokens, output: outputTokens } };
      } catch (error) {
        const failure = visionFailure(error, signal.aborted, timeoutSeconds);
        breaker.report(!failure.isDown);
        throw failure;
      }
    },
    isFailure: (error) => error instanceof VisionFailure,
  };
}
