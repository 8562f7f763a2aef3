import type { LanguageModel } from 'ai';

export type VisionProvider = 'openai' | 'anthropic' | 'google' | 'compatible';

export interface ProviderSettings {
  provider: VisionProvider;
  /** As the provider calls it */
  model: string;
  /** null: the provider wants none; only `compatible` ones do */
  apiKey: string | null;
  /** Where its API begins; null: where it usually is */
  url: string | null;
}

/** Set explicitly: the library would take them from variables of the environment that this service does not know. */
const usually: Readonly<Record<VisionProvider, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  compatible: '',
};

/** The model behind the provider's own API, whose package is loaded for the first question. */
export async function openModel(settings: ProviderSettings, fetch: typeof globalThis.fetch): Promise<LanguageModel> {
  const { provider, model } = settings;
  const apiKey = settings.apiKey ?? '';
  const baseURL = settings.url ?? usually[provider];
  if (provider === 'openai') {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ apiKey, baseURL, fetch })(model);
  }
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ apiKey, baseURL, fetch })(model);
  }
  if (provider === 'google') {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI({ apiKey, baseURL, fetch })(model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const key = settings.apiKey === null ? {} : { apiKey };
  return createOpenAICompatible({ name: 'vision', baseURL, fetch, supportsStructuredOutputs: true, ...key })(model);
}
