import type { TemplateCard } from '#components/pages/templates/template-card.ts';

/** Sentences to begin with, by their text, and the template that is nearest to each. */
const examples = [
  { text: 'triage', templateId: 'triage-with-approval' },
  { text: 'digest', templateId: 'daily-digest' },
  { text: 'documents', templateId: 'answers-from-documents' },
] as const;

export type StartExample = {
  readonly text: (typeof examples)[number]['text'];
  /** Types of the nodes and triggers that it may become. */
  readonly types: readonly string[];
  readonly nodeCount: number;
};

/** The examples whose template is installed. */
export function startExamples(templates: readonly TemplateCard[]): StartExample[] {
  return examples.flatMap(({ text, templateId }) => {
    const template = templates.find(({ id }) => id === templateId);
    return template ? [{ text, types: template.types, nodeCount: template.nodeCount }] : [];
  });
}

export const exampleTemplates: readonly (readonly [text: StartExample['text'], templateId: string])[] = examples.map(
  ({ text, templateId }) => [text, templateId],
);

/** What says most first: branches, people, tools, documents, triggers. */
const FEATURED = [
  'triage-with-approval',
  'parallel-review',
  'assistant-with-tools',
  'answers-from-documents',
  'daily-digest',
  'files-to-summary',
  'webhook-with-approval',
  'chat-with-memory',
];

/** Templates in the order of the start page; those that are not named there follow in theirs. */
export function featuredFirst<Template extends { readonly id: string }>(templates: readonly Template[]): Template[] {
  const rank = ({ id }: Template) => (FEATURED.includes(id) ? FEATURED.indexOf(id) : FEATURED.length);
  return templates.toSorted((a, b) => rank(a) - rank(b));
}
