'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { publicOrigin } from '#components/data/public-origin.ts';
import { makeSnippets, type SnippetLanguage, snippetLanguages } from '#components/pages/publish/make-snippets.ts';
import { sampleInputs } from '#components/pages/publish/sample-inputs.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import type { StartInput } from '#lib/workflow/start-inputs.ts';

// The names of the languages are the same in every language.
const names: Readonly<Record<SnippetLanguage, string>> = { curl: 'curl', typescript: 'TypeScript', python: 'Python' };

type SnippetSectionProps = { slug: string; inputs: readonly StartInput[]; newKey: string | undefined };

/** Code that calls the endpoint. With a newly created key it runs unchanged. */
export function SnippetSection({ slug, inputs, newKey }: SnippetSectionProps) {
  const t = useTranslations('publish');
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const snippets = makeSnippets({ origin: publicOrigin(), slug, inputs: sampleInputs(inputs), key: newKey });
  return (
    <section aria-labelledby="snippets-title" className="grid min-w-0 gap-2">
      <h4 id="snippets-title" className="text-meta font-strong text-ink-3">
        {t('snippets')}
      </h4>
      <div className="flex items-center gap-2">
        <Segmented
          label={t('language')}
          value={language}
          options={snippetLanguages.map((value) => ({ value, label: names[value] }))}
          onChange={setLanguage}
        />
        <span className="grow" />
        <CopyButton label={t('copySnippet')} text={snippets[language]} />
      </div>
      <div data-snippet={language}>
        <ValueView label={t('snippets')} value={snippets[language]} isCode />
      </div>
      <p className="text-meta text-ink-3">{newKey ? t('snippetWithKey') : t('snippetWithoutKey')}</p>
    </section>
  );
}
