import { fieldPath } from '../../expression/field-path.ts';
import { worded } from '../../i18n/problem-text.ts';
import type { Problem } from '../problem.ts';
import type { Check } from './check.ts';
import { type NamedField, namesIn, namesInConfig } from './named-fields.ts';

/** Fields of nodes and triggers with `refersTo: 'credential'` name slots in the settings of the workflow. */
export const checkCredentials: Check = ({ workflow, registry, triggers }) => {
  const slots = Object.keys(workflow.settings.credentials ?? {});
  const problemOf = ({ name, path }: NamedField): Problem => ({
    code: 'unknown-credential',
    severity: 'error',
    ...worded(
      ['no-such-credential', { name }],
      slots.length > 0 ? ['there-are', { names: slots.join(', ') }] : ['no-such-credential-fix'],
    ),
    path: fieldPath(path),
  });
  const isUnknown = ({ name }: NamedField) => !slots.includes(name);
  return [
    ...workflow.nodes.flatMap((node) =>
      namesIn(node, registry, 'credential')
        .filter(isUnknown)
        .map((field) => ({ ...problemOf(field), nodeId: node.id })),
    ),
    ...(workflow.triggers ?? []).flatMap(({ id, type, config }) => {
      const definition = triggers && Object.hasOwn(triggers, type) ? triggers[type] : undefined;
      if (!definition) return [];
      return namesInConfig(config, definition, 'credential')
        .filter(isUnknown)
        .map((field) => ({ ...problemOf(field), triggerId: id }));
    }),
  ];
};
