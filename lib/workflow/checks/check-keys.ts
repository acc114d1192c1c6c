import type { z } from 'zod';
import { worded } from '../../i18n/problem-text.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { memorySettingsSchema } from '../memory-settings.ts';
import { nodeOptionsSchema } from '../node-options.ts';
import type { Problem } from '../problem.ts';
import { sessionSettingsSchema, sessionVariableSchema } from '../session-settings.ts';
import { type WorkflowNode, workflowNodeSchema, workflowSchema, workflowSettingsSchema } from '../workflow.ts';
import type { Check } from './check.ts';

const MIN_COMMON = 4;

type Holder = {
  readonly value: unknown;
  /** Path of the object, empty for that of a node or document itself. */
  readonly path: string;
  readonly keys: readonly string[];
  readonly nodeId?: string;
  /** Where keys belong that were written here. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Other programs leave keys of their own in it: only those that were meant for us are reported. */
  readonly isShared?: boolean;
};

const keysOf = ({ shape }: z.ZodObject) => Object.keys(shape);
const optionKeys = keysOf(nodeOptionsSchema);
const retryKeys = keysOf(nodeOptionsSchema.shape.retry.unwrap());
const settingKeys = keysOf(workflowSettingsSchema);
const limitKeys = keysOf(workflowSettingsSchema.shape.limits.unwrap());

const placed = (keys: readonly string[], place: string) => Object.fromEntries(keys.map((key) => [key, `${place}.${key}`]));
const ofOptions = { ...placed(retryKeys, 'options.retry'), ...placed(optionKeys, 'options') };
const ofSettings = { ...placed(limitKeys, 'settings.limits'), ...placed(settingKeys, 'settings') };

/** Keys outside of configs that mean nothing. They stay, since a newer version may know them. */
export const checkKeys: Check = ({ workflow }) => {
  const { settings } = workflow;
  const { limits, session, memory } = settings;
  return [
    { value: workflow, path: '', keys: keysOf(workflowSchema), elsewhere: ofSettings, isShared: true },
    { value: settings, path: 'settings', keys: settingKeys, elsewhere: placed(limitKeys, 'settings.limits') },
    { value: limits, path: 'settings.limits', keys: limitKeys, elsewhere: placed(settingKeys, 'settings') },
    { value: session, path: 'settings.session', keys: keysOf(sessionSettingsSchema) },
    ...(session?.variables ?? []).map((value, index) => ({
      value,
      path: `settings.session.variables[${index}]`,
      keys: keysOf(sessionVariableSchema),
    })),
    { value: memory, path: 'settings.memory', keys: keysOf(memorySettingsSchema) },
    ...workflow.nodes.flatMap(holdersOf),
  ].flatMap(problemsOf);
};

function holdersOf(node: WorkflowNode): Holder[] {
  const { id: nodeId, options } = node;
  return [
    { value: node, path: '', keys: keysOf(workflowNodeSchema), nodeId, elsewhere: ofOptions, isShared: true },
    { value: options, path: 'options', keys: optionKeys, nodeId, elsewhere: placed(retryKeys, 'options.retry') },
    { value: options?.retry, path: 'options.retry', keys: retryKeys, nodeId, elsewhere: placed(optionKeys, 'options') },
  ];
}

function problemsOf({ value, path, keys, nodeId, elsewhere = {}, isShared = false }: Holder): Problem[] {
  if (typeof value !== 'object' || value === null) return [];
  const unknown = Object.keys(value).filter((name) => !keys.includes(name));
  return unknown.flatMap((name): Problem[] => {
    const place = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined;
    const meant = place === undefined ? (didYouMean(name, keys) ?? keys.find((key) => beginAlike(key, name))) : undefined;
    const near = place ?? meant ?? elsewhere[didYouMean(name, Object.keys(elsewhere)) ?? ''];
    if (isShared && near === undefined) return [];
    const holder = path || (nodeId ?? 'workflow');
    return [
      {
        code: 'unknown-field',
        severity: 'warning',
        ...worded(['no-such-field', { holder, name }], near === undefined ? ['key-unknown-fix'] : ['meant', { name: near }]),
        ...(nodeId !== undefined && { nodeId }),
        path: path === '' ? name : `${path}.${name}`,
      },
    ];
  });
}

/** As `retries` and `retry`, of which an edit distance says little. */
function beginAlike(key: string, name: string): boolean {
  const length = [...key].findIndex((letter, index) => name[index] !== letter);
  const common = length < 0 ? key.length : length;
  return common >= MIN_COMMON && common * 2 >= Math.max(key.length, name.length);
}
