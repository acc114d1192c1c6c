'use client';
import { useTranslations } from 'use-intl';
import { useNodeDocs } from '#components/inspector/field/use-field-texts.ts';
import { PlainMarkdown } from '#components/inspector/node/plain-markdown.tsx';
import { useNames } from '#components/run-view/use-names.ts';
import type { NodeGuides } from '#lib/node-kit/define-node-guide.ts';
import { nodeGuides } from '#nodes/guides.gen.ts';

const guides: NodeGuides = nodeGuides;

/** The guide of a node type. Loaded when it is opened: the guides of all types are as large as the inspector. */
export function TypeDocs({ type }: { type: string }) {
  const t = useTranslations('inspector');
  const { typeTitle } = useNames();
  const docs = useNodeDocs(type, guides[type]?.docs ?? '');
  return (
    <section
      aria-label={t('about', { type: typeTitle(type) })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable elements must be reachable by keyboard
      tabIndex={0}
      className="max-h-[40vh] overflow-y-auto border-t border-line-1 px-3 py-2 focus-visible:-outline-offset-2"
    >
      <PlainMarkdown text={docs} />
    </section>
  );
}
