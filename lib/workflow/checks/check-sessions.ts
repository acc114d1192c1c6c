import { worded } from '../../i18n/problem-text.ts';
import { briefJson } from '../../json/brief-json.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import type { Problem } from '../problem.ts';
import { fitsSessionType, initialValue, SESSION_FIELDS, type SessionVariable } from '../session-settings.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check, CheckContext } from './check.ts';

const SHOWN_CHARS = 80;

/** Variables of the session that nodes write are declared, and a reply is streamed from a model before it. */
export const checkSessions: Check = (context) => {
  const { variables = [] } = context.schemas.session;
  return [
    ...repeatedNames(variables),
    ...wrongDefaults(variables),
    ...context.workflow.nodes.flatMap((node) => [
      ...(node.type === 'set' && node.config.target === 'session' ? checkWrites(node, variables) : []),
      ...(node.type === 'reply' ? checkSource(node, context) : []),
    ]),
  ];
};

function repeatedNames(variables: readonly SessionVariable[]): Problem[] {
  const seen = new Set<string>();
  return variables.flatMap(({ name }, index): Problem[] => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [
      {
        code: 'duplicate-id',
        severity: 'error',
        ...worded(['two-session-variables', { name }]),
        path: `settings.session.variables[${index}].name`,
      },
    ];
  });
}

/** A new session would begin with the empty value of the type. */
function wrongDefaults(variables: readonly SessionVariable[]): Problem[] {
  return variables.flatMap((variable, index): Problem[] => {
    const { name, type, default: value } = variable;
    if (value === undefined || fitsSessionType(type, value)) return [];
    const shown = briefJson(value, SHOWN_CHARS);
    const empty = JSON.stringify(initialValue(variable));
    return [
      {
        code: 'invalid-field',
        severity: 'warning',
        ...worded(['session-default-wrong', { name, type, value: shown, empty }], ['session-default-wrong-fix', { type }]),
        path: `settings.session.variables[${index}].default`,
      },
    ];
  });
}

function checkWrites({ id, config: { values, operations } }: WorkflowNode, variables: readonly SessionVariable[]): Problem[] {
  const names = variables.map(({ name }) => name);
  const unknown = namesIn(values)
    .filter((name) => !names.includes(name))
    .map((name): Problem => {
      const meant = didYouMean(name, names);
      const isFixed = (SESSION_FIELDS as readonly string[]).includes(name);
      return {
        code: 'unknown-reference',
        severity: 'error',
        ...worded(
          [isFixed ? 'session-field-fixed' : 'session-variable-unknown', { name }],
          meant === undefined ? ['session-variable-fix', { name }] : ['meant', { name: meant }],
        ),
        nodeId: id,
        path: `config.values.${name}`,
      };
    });
  const idle = namesIn(operations)
    .filter((name) => !namesIn(values).includes(name))
    .map(
      (name): Problem => ({
        code: 'unknown-reference',
        severity: 'error',
        ...worded(['session-operation-unknown', { name }]),
        nodeId: id,
        path: `config.operations.${name}`,
      }),
    );
  return [...unknown, ...idle];
}

function checkSource({ id, config: { from } }: WorkflowNode, { schemas: { graph } }: CheckContext): Problem[] {
  if (typeof from !== 'string' || from === '' || !graph.isOrdered(id)) return [];
  const source = graph.nodes.get(from);
  const where = { nodeId: id, path: 'config.from' };
  if (source?.type !== 'llm')
    return [{ code: 'unknown-reference', severity: 'error', ...worded(['reply-source-unknown', { node: from }]), ...where }];
  if (graph.isBefore(from, id)) return [];
  return [
    {
      code: 'reference-not-before',
      severity: 'error',
      ...worded(['not-before', { node: from, reader: id }], ['not-before-fix', { node: from, reader: id }]),
      ...where,
    },
  ];
}

function namesIn(value: unknown): string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}
