'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { hostPatternSchema } from '#lib/tools/granted-hosts.ts';

const PATH = ['settings', 'hosts'];
const EXAMPLE = 'api.example.com';

/** Hosts of requests whose address a value or a model chooses, written with spaces between them. */
export function HostsField({ value }: { value: readonly string[] | undefined }) {
  const t = useTranslations('inspector');
  const { edit } = useFormScope();
  const stored = (value ?? []).join(' ');
  const [text, setText] = useState(stored);
  const [shown, setShown] = useState(stored);
  // Undo, and another person, change it too.
  if (shown !== stored) {
    setShown(stored);
    setText(stored);
  }
  const hosts = text.split(/[\s,]+/).filter(Boolean);
  const wrong = hosts.find((host) => !hostPatternSchema.safeParse(host).success);
  function store() {
    if (wrong === undefined && hosts.join(' ') !== stored) edit(PATH, hosts.length === 0 ? undefined : hosts);
  }
  return (
    <Field
      id="workflow-hosts"
      label={t('hosts')}
      isRequired={false}
      help={t('hostsHelp')}
      error={wrong === undefined ? undefined : t('wrongHost', { host: wrong })}
    >
      {(control) => (
        <TextInput
          {...control}
          value={text}
          placeholder={EXAMPLE}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onBlur={store}
          onKeyDown={(event) => {
            if (event.key === 'Enter') store();
          }}
          className="font-mono"
        />
      )}
    </Field>
  );
}
