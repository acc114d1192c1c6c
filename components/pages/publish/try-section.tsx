'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { RunForm } from '#components/run-view/form/run-form.tsx';
import { Field } from '#components/ui/field.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import { makeLazyClient } from '#lib/api/lazy-client.ts';
import type { runDeployment } from '#lib/api/published.contract.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';

type Answer = ContractOutput<typeof runDeployment>;
type TrySectionProps = { slug: string; version: number; inputs: readonly StartInput[]; newKey: string | undefined };

/** A call of the endpoint as any caller makes it: with a key, and with what the published version asks for. */
export function TrySection({ slug, version, inputs, newKey }: TrySectionProps) {
  const t = useTranslations('publish');
  // Typed keys live in this field and nowhere else.
  const [typedKey, setTypedKey] = useState('');
  const [answer, setAnswer] = useState<Answer>();
  const key = typedKey || newKey || '';
  async function call(values: Record<string, unknown>) {
    setAnswer(undefined);
    if (key === '') {
      document.getElementById('try-key')?.focus();
      throw new Error(t('tryKeyMissing'));
    }
    const client = makeLazyClient({
      baseUrl: '',
      headers: { authorization: `Bearer ${key}` },
      fetch: (url, init) => fetch(url, init),
    });
    setAnswer(await client.runDeployment({ params: { slug }, body: { inputs: values as Record<string, never> } }));
  }
  return (
    <Folded title={t('try', { slug, version })}>
      <div data-try className="grid min-w-0 gap-3">
        <Field id="try-key" label={t('tryKey')} isRequired help={newKey ? t('tryNewKey') : t('tryKeyHelp')}>
          {(control) => (
            <TextInput
              {...control}
              type="password"
              value={typedKey}
              autoComplete="off"
              placeholder={newKey ? '••••••••' : 'tlk_…'}
              onChange={(event) => setTypedKey(event.target.value)}
            />
          )}
        </Field>
        <RunForm scope="try" memoryKey={`endpoint ${slug} ${version}`} inputs={inputs} onRun={call} />
        <div role="status" className="grid gap-2 empty:hidden">
          {answer ? <AnswerView answer={answer} /> : null}
        </div>
      </div>
    </Folded>
  );
}

/** The outputs of the response; without outputs the whole response. */
function answeredBy(answer: Answer): unknown {
  return 'outputs' in answer && answer.status === 'succeeded' ? answer.outputs : answer;
}

function AnswerView({ answer }: { answer: Answer }) {
  const t = useTranslations('publish');
  return (
    <>
      <p>
        <StatusBadge state={'status' in answer ? answer.status : 'queued'} />
      </p>
      <ValueExplorer label={t('tryAnswer')} value={answeredBy(answer)} />
    </>
  );
}
