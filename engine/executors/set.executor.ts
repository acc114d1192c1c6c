import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import { MAX_VARIABLES_CHARS, type SessionWrite, written } from '#lib/run/session-state.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import { fitsSessionType, initialValue, type SessionVariable } from '#lib/workflow/session-settings.ts';
import set from '#nodes/set/set.node.ts';
import { defineExecutor, type SessionAccess } from '../contract/define-executor.ts';

export default defineExecutor(set, ({ config, context }) => {
  if (config.target === 'run') return { out: config.values };
  const { session } = context;
  const before = session.value();
  const after = Object.entries(config.values).map(([name, value]) => {
    const variable = findVariable(name, session);
    const write = { name, value, operation: config.operations?.[name] ?? 'set', initial: initialValue(variable) } as const;
    const result = valueAfter(write, before[name], variable);
    session.write(write);
    return [name, result] as const;
  });
  const out = Object.fromEntries(after);
  const chars = JSON.stringify({ ...before, messages: [], ...out }).length;
  if (chars > MAX_VARIABLES_CHARS)
    throw new NodeFailure(
      'session-too-large',
      `The variables of the session are ${chars} characters as JSON, and a session keeps at most ${MAX_VARIABLES_CHARS}`,
      { path: 'config.values', hint: 'Keep a part of them, or write them to a file and keep its path' },
    );
  return { out };
});

type Config = ConfigOf<typeof set>;

/** @throws {NodeFailure} `session-variable-unknown` */
function findVariable(name: string, { variables }: SessionAccess): SessionVariable {
  const variable = variables.find((one) => one.name === name);
  if (variable) return variable;
  const meant = didYouMean(
    name,
    variables.map((one) => one.name),
  );
  throw new NodeFailure('session-variable-unknown', `The session of this workflow has no variable '${name}'`, {
    path: `config.values.${name}`,
    hint: meant === undefined ? 'Declare it in the settings of the workflow' : `Did you mean ${meant}?`,
  });
}

/** @throws {NodeFailure} `session-variable-type` */
function valueAfter(write: SessionWrite, before: unknown, variable: SessionVariable): Config['values'][string] {
  const { operation } = write;
  const result = written(before as Config['values'][string], write);
  const isOdd =
    (operation === 'append' && variable.type !== 'list' && variable.type !== 'text') ||
    (operation === 'add' && (variable.type !== 'number' || typeof write.value !== 'number')) ||
    (operation === 'remove' && variable.type !== 'list' && variable.type !== 'object');
  if (!isOdd && fitsSessionType(variable.type, result)) return result;
  throw new NodeFailure(
    'session-variable-type',
    `${operation} of ${JSON.stringify(write.value).slice(0, 200)} does not fit the variable '${write.name}', whose type is ${variable.type}`,
    {
      path: `config.values.${write.name}`,
      hint: 'Give a value of that type, or change the type in the settings of the workflow',
    },
  );
}
