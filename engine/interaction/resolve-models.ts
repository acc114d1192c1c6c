import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';

type Models = Pick<ExecutorContext, 'models' | 'defaultModel'>;

/**
 * The model of that name; `default` is the workflow's own, when it names one.
 * @param path the config field of the name
 * @throws {NodeFailure} `model-not-found`
 */
export function resolveModel(name: string, { models, defaultModel }: Models, path = 'config.model'): ModelHandle {
  try {
    return models.resolve(name === 'default' ? (defaultModel ?? name) : name);
  } catch (error) {
    if (!AppError.is(error)) throw error;
    throw new NodeFailure(error.code, error.message, { path, cause: error });
  }
}

/**
 * A model and its fallbacks, resolved together so that a misspelt fallback fails the first run and
 * not the first outage.
 */
export function resolveModels(
  { model, fallbackModels }: { model: string; fallbackModels: readonly string[] },
  context: Models,
): [ModelHandle, ...ModelHandle[]] {
  return [
    resolveModel(model, context),
    ...fallbackModels.map((name, index) => resolveModel(name, context, `config.fallbackModels[${index}]`)),
  ];
}
