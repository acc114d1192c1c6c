'use client';
import { useTranslations } from 'use-intl';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type NamedTemplate = { id: string; name: string; description: string };

/** Names in the reader's language, where there is a translation; else as the document or the log has them. */
export function useNames() {
  const templates = useTranslations('templates') as unknown as OpenTranslator;
  const nodeTypes = useTranslations('nodeTypes') as unknown as OpenTranslator;
  const inTemplate = (key: string, own: string) => (templates.has(key) ? templates(key) : own);
  const typeTitle = (type: string) => (nodeTypes.has(`${type}.title`) ? nodeTypes(`${type}.title`) : type);
  /** A label that only repeats the type is translated with it. */
  const labelOf = ({ label, type }: WorkflowNode) =>
    label === '' || label.toLowerCase() === type ? typeTitle(type) : visibleText(label);
  return {
    typeTitle,
    /** The node's own label, else the name of its type. */
    labelOf,
    templateName: ({ id, name }: NamedTemplate) => inTemplate(`${id}.name`, name),
    templateDescription: ({ id, description }: NamedTemplate) => inTemplate(`${id}.description`, description),
    /** The node with its label in the reader's language. */
    namedNode: (templateId: string, node: WorkflowNode): WorkflowNode => ({
      ...node,
      label: inTemplate(`${templateId}.nodes.${node.id}`, labelOf(node)),
    }),
    /** The input with its title in the reader's language. */
    namedInput: (templateId: string, input: StartInput): StartInput => ({
      ...input,
      title: inTemplate(`${templateId}.inputs.${input.name}`, input.title ?? input.name),
    }),
  };
}

/** Keys here come from data, so they cannot be checked by type; each use asks `has` first. */
type OpenTranslator = { (key: string): string; has(key: string): boolean };
