'use client';
import { useMessages } from 'use-intl';
import type { FieldModel } from '#components/inspector/field/field-model.ts';
import type { FieldPath } from '#lib/json/set-at-path.ts';

export type FieldTexts = Pick<FieldModel, 'title' | 'description' | 'placeholder'>;

/** A field's words in the reader's language; as its definition has them where there is no translation. */
export function useFieldTexts(wordsOf: string): (path: FieldPath, model: FieldTexts) => FieldTexts {
  const { nodeTexts } = useMessages();
  const fields = nodeTexts[wordsOf]?.fields;
  return (path, { title, description, placeholder }) => {
    const own = fields?.[path.filter((key) => typeof key === 'string').join('.')];
    return {
      title: own?.title ?? title,
      description: own ? own.description : description,
      placeholder: own?.placeholder ?? placeholder,
    };
  };
}

/** What the guide says of a node type, as Markdown. */
export function useNodeDocs(type: string, docs: string): string {
  const { nodeTexts } = useMessages();
  return nodeTexts[type]?.docs ?? docs;
}
