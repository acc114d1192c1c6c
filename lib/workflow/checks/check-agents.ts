import { INLINE_AGENT } from '../../agents/inline-agent.ts';
import { fieldPath } from '../../expression/field-path.ts';
import { worded } from '../../i18n/problem-text.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { agentsIn } from '../bundle-agents.ts';
import type { Problem } from '../problem.ts';
import type { Check } from './check.ts';
import { namesIn } from './named-fields.ts';

/** Fields with `refersTo: 'worker'` name existing agents. */
export const checkAgents: Check = ({ workflow, registry, agents }) => {
  if (!agents) return [];
  const names = Object.keys({ ...agentsIn(workflow), ...agents });
  return workflow.nodes.flatMap((node) =>
    namesIn(node, registry, 'worker')
      .filter(({ name, path: [field] }) => !names.includes(name) && !(field === 'agent' && name === INLINE_AGENT))
      .map(({ name, path }): Problem => {
        const meant = didYouMean(name, names);
        return {
          code: 'unknown-worker',
          severity: 'error',
          ...worded(
            ['no-such-worker', { name }],
            meant === undefined ? ['there-are', { names: names.join(', ') }] : ['meant', { name: meant }],
          ),
          nodeId: node.id,
          path: fieldPath(path),
        };
      }),
  );
};
