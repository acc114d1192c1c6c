'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { publicOrigin } from '#components/data/public-origin.ts';
import { sampleInputs } from '#components/pages/publish/sample-inputs.ts';
import { makeSnippets, type SnippetLanguage, snippetLanguages } from '#components/pages/publish/snippets/make-snippets.ts';
import { messageKinds, type SnippetKind, snippetKinds } from '#components/pages/publish/snippets/snippet-call.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import { messageInputs } from '#lib/workflow/message-inputs.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';

// The names of the languages are the same in every language.
const names: Readonly<Record<SnippetLanguage, string>> = { curl: 'curl', typescript: 'TypeScript', python: 'Python' };

type SnippetSectionProps = { slug: string; inputs: readonly StartInput[]; newKey: string | undefined };

/** Code that calls the endpoint. With a newly created key it runs unchanged. */
export function SnippetSection({ slug, inputs, newKey }: SnippetSectionProps) {
  const t = useTranslations('publish');
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const [kind, setKind] = useState<SnippetKind>('sync');
  const { message, conversation } = messageInputs(inputs);
  const kinds = snippetKinds.filter((one) => !messageKinds.includes(one) || message || conversation);
  const call = { origin: publicOrigin(), slug, inputs: sampleInputs(inputs), messageInput: message?.name, key: newKey };
  const snippets = makeSnippets(call, kind);
  return (
    <section aria-labelledby="snippets-title" className="grid min-w-0 gap-2">
      <h4 id="snippets-title" className="text-meta font-strong text-ink-3">
        {t('snippets')}
      </h4>
      <div className="flex flex-wrap items-center gap-2">
        <span className="w-44">
          <Select
            aria-label={t('snippetKind')}
            value={kind}
            onChange={(event) => setKind(snippetKinds.find((one) => one === event.target.value) ?? 'sync')}
          >
            {kinds.map((one) => (
              <option key={one} value={one}>
                {t(`snippetKinds.${one}`)}
              </option>
            ))}
          </Select>
        </span>
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
      <p className="text-meta text-ink-2">{t(`snippetNotes.${kind}`)}</p>
      <p className="text-meta text-ink-3">{newKey ? t('snippetWithKey') : t('snippetWithoutKey')}</p>
    </section>
  );
}
