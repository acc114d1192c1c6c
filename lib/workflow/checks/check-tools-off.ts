import { fieldPath } from '../../expression/field-path.ts';
import { worded } from '../../i18n/problem-text.ts';
import { findTool } from '../../tools/tool-catalogue.ts';
import type { Problem } from '../problem.ts';
import type { Check } from './check.ts';
import { namesIn } from './named-fields.ts';

/** Fields with `refersTo: 'tool'` name tools that can be called: a model would go without the others in silence. */
export const checkToolsOff: Check = ({ workflow, registry, tools, toolsOff }) => {
  if (!tools || !toolsOff) return [];
  return workflow.nodes.flatMap((node) =>
    namesIn(node, registry, 'tool').flatMap(({ name, path, isHidden }): Problem[] => {
      const id = findTool(tools, name)?.id;
      const reason = id !== undefined && !isHidden && Object.hasOwn(toolsOff, id) ? toolsOff[id] : undefined;
      if (reason === undefined) return [];
      const words = worded(['tool-off', { name, reason }]);
      return [{ code: 'tool-off', severity: 'warning', ...words, nodeId: node.id, path: fieldPath(path) }];
    }),
  );
};
