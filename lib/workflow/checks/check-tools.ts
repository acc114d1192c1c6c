import { fieldPath } from '../../expression/field-path.ts';
import { worded } from '../../i18n/problem-text.ts';
import { findTool, nearestTool } from '../../tools/tool-catalogue.ts';
import type { Problem } from '../problem.ts';
import type { Check } from './check.ts';
import { namesIn } from './named-fields.ts';

/**
 * Fields with `refersTo: 'tool'` name existing tools. Whether a tool is enabled is checked when it
 * is called.
 */
export const checkTools: Check = ({ workflow, registry, tools }) => {
  if (!tools) return [];
  return workflow.nodes.flatMap((node) =>
    namesIn(node, registry, 'tool')
      .filter(({ name }) => !findTool(tools, name))
      .map(({ name, path }): Problem => {
        const meant = nearestTool(Object.values(tools), name);
        return {
          code: 'unknown-tool',
          severity: 'error',
          ...worded(
            ['no-such-tool', { name }],
            meant === undefined ? ['there-are', { names: Object.keys(tools).join(', ') }] : ['meant', { name: meant }],
          ),
          nodeId: node.id,
          path: fieldPath(path),
        };
      }),
  );
};
