'use client';
import { useMessages, useTranslations } from 'use-intl';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { AnyNodeDefinition, NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

type NamedTemplate = { id: string; name: string; description: string };

/** Names in the reader's language, where there is a translation; else as the document or the log has them. */
export function useNames() {
  const templates = useTranslations('templates') as unknown as OpenTranslator;
  const { nodeTexts } = useMessages();
  const inTemplate = (key: string, own: string) => (templates.has(key) ? templates(key) : own);
  const typeTitle = (type: string) => nodeTexts[type]?.title ?? definitionOf(type)?.title ?? type;
  const typeSummary = (type: string) => nodeTexts[type]?.summary ?? definitionOf(type)?.summary ?? '';
  /** A label that only repeats the type is translated with it. */
  const labelOf = ({ label, type }: WorkflowNode) =>
    label === '' || label.toLowerCase() === type ? typeTitle(type) : visibleText(label);
  return {
    typeTitle,
    typeSummary,
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

const definitions: NodeRegistry = nodeRegistry;

/** Undefined for a type that this build does not have. */
function definitionOf(type: string): AnyNodeDefinition | undefined {
  return Object.hasOwn(definitions, type) ? definitions[type] : undefined;
}

/** Keys here come from data, so they cannot be checked by type; each use asks `has` first. */
type OpenTranslator = { (key: string): string; has(key: string): boolean };
