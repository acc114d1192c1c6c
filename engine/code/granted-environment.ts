import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';

/**
 * The variables that a node was granted, of those that the operator allows.
 * @throws {NodeFailure} `grant-refused`
 */
export function grantedEnvironment(names: readonly string[], { tools }: Pick<ExecutorContext, 'tools'>): Record<string, string> {
  const granted: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = Object.hasOwn(tools.codeEnvironment, name) ? tools.codeEnvironment[name] : undefined;
    if (value === undefined)
      throw new NodeFailure('grant-refused', `There is no value ${name} that code may be granted here`, {
        path: `config.grants.environment[${index}]`,
        hint: 'An administrator may name it: sandbox.environment in the config file',
      });
    granted[name] = value;
  }
  return granted;
}
