'use client';
import { useTranslations } from 'use-intl';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type NamedTemplate = { id: string; name: string; description: string };

/** Names in the reader's language, where there is a translation; else as the document or the log has them. */
export function useNames() {
  const templates = useTranslations('templates') as unknown as OpenTranslator;
  const nodeTypes = useTranslations('nodeTypes') as unknown as OpenTranslator;
  const typeTitle = (type: string) => (nodeTypes.has(`${type}.title`) ? nodeTypes(`${type}.title`) : type);
  return {
    templateName: ({ id, name }: NamedTemplate) => (templates.has(`${id}.name`) ? templates(`${id}.name`) : name),
    templateDescription: ({ id, description }: NamedTemplate) =>
      templates.has(`${id}.description`) ? templates(`${id}.description`) : description,
    typeTitle,
    /** A label somebody wrote stays as it is; one that only repeats the type is translated with it. */
    nodeName: (nodeId: string, node: WorkflowNode | undefined) => {
      if (!node) return nodeId;
      const isOwn = node.label !== '' && node.label.toLowerCase() !== node.type;
      return isOwn ? node.label : typeTitle(node.type);
    },
  };
}

/** Keys here come from data, so they cannot be checked by type; each use asks `has` first. */
type OpenTranslator = { (key: string): string; has(key: string): boolean };
