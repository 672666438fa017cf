import type { ModelServerKind, ModelServerOptions, RecordedRequest } from './ModelServerOptions.ts';

const owners: Readonly<Record<ModelServerKind, string>> = {
  openai: 'system',
  ollama: 'library',
  lmstudio: 'organization_owner',
  'llama.cpp': 'llamacpp',
  vllm: 'vllm',
};

/** The context that the models could have, which is more than the server uses. */
const trainedContext = 131_072;

/** What Ollama answers at its own addresses. A model's context is known only while it is loaded. */
const ofOllama = (models: readonly string[], loaded: ReadonlySet<string>, contextTokens: number): Record<string, unknown> => ({
  '/': 'Ollama is running',
  '/api/version': { version: '0.32.1' },
  '/api/tags': { models: models.map((model) => ({ name: model, model })) },
  '/api/ps': { models: [...loaded].map((model) => ({ name: model, model, context_length: contextTokens })) },
});

const ofLmStudio = (models: readonly string[], contextTokens: number): Record<string, unknown> => ({
  '/api/v0/models': {
    object: 'list',
    data: models.map((id, index) => ({
      id,
      object: 'model',
      type: 'llm',
      max_context_length: trainedContext,
      ...(index === 0 ? { state: 'loaded', loaded_context_length: contextTokens } : { state: 'not-loaded' }),
    })),
  },
});

/**
 * What a server answers to GET, by path: its models, and what its kind tells about itself.
 *
 * @param requests - The answered requests load their model.
 */
export function addressesOf(
  { kind = 'openai', contextTokens = trainedContext }: ModelServerOptions,
  models: readonly string[],
  requests: readonly RecordedRequest[],
): Readonly<Record<string, unknown>> {
  const loaded = new Set(requests.filter(({ startedAt }) => startedAt !== undefined).map(({ body }) => body.model));
  const list = models.map((id) => ({
    id,
    object: 'model',
    created: 1_760_000_000,
    owned_by: owners[kind],
    ...(kind === 'vllm' && { root: id, parent: null, max_model_len: contextTokens }),
    ...(kind === 'llama.cpp' && { meta: { n_ctx: contextTokens, n_ctx_train: trainedContext } }),
  }));
  return {
    '/v1/models': { object: 'list', data: list },
    ...(kind === 'ollama' && ofOllama(models, loaded, contextTokens)),
    ...(kind === 'lmstudio' && ofLmStudio(models, contextTokens)),
    ...(kind === 'llama.cpp' && {
      '/health': { status: 'ok' },
      '/props': { default_generation_settings: { n_ctx: contextTokens }, total_slots: 1, model_path: `/models/${models[0]}.gguf` },
    }),
    ...(kind === 'vllm' && { '/version': { version: '0.20.1' } }),
  };
}
