import type { LanguageModel } from 'ai';

export type VisionProvider = 'openai' | 'anthropic' | 'google' | 'compatible';

export interface ProviderSettings {
  provider: VisionProvider;
  /** The provider's name for the model */
  model: string;
  /** null: the provider needs no key, possible only for `compatible` */
  apiKey: string | null;
  /** Base URL of the API; null: the provider's usual one */
  url: string | null;
}

/**
 * The usual base URLs. Set explicitly, because the library would otherwise read them from environment variables that
 * this service does not define.
 */
const usually: Readonly<Record<VisionProvider, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  compatible: '',
};

/** Opens the model over the provider's own API. The provider's package is loaded with the first question. */
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
