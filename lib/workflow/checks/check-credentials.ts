import { fieldPath } from '../../expression/field-path.ts';
import { worded } from '../../i18n/problem-text.ts';
import type { Problem } from '../problem.ts';
import type { Check } from './check.ts';
import { namesIn } from './named-fields.ts';

/** Fields with `refersTo: 'credential'` name slots in the settings of the workflow. */
export const checkCredentials: Check = ({ workflow, registry }) => {
  const slots = Object.keys(workflow.settings.credentials ?? {});
  return workflow.nodes.flatMap((node) =>
    namesIn(node, registry, 'credential')
      .filter(({ name }) => !slots.includes(name))
      .map(({ name, path }): Problem => {
        return {
          code: 'unknown-credential',
          severity: 'error',
          ...worded(
            ['no-such-credential', { name }],
            slots.length > 0 ? ['there-are', { names: slots.join(', ') }] : ['no-such-credential-fix'],
          ),
          nodeId: node.id,
          path: fieldPath(path),
        };
      }),
  );
};
