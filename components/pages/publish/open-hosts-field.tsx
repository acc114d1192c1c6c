'use client';
import { useTranslations } from 'use-intl';
import { readOpenHosts } from '#components/pages/publish/read-open-hosts.ts';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

const EXAMPLE = 'api.example.com *.example.org';

type OpenHostsFieldProps = {
  /** Hosts with spaces or commas between them; `*` is any host that the server allows. */
  readonly text: string;
  readonly onChange: (text: string) => void;
};

/** To which hosts a version may send requests whose address a value or a model chooses. */
export function OpenHostsField({ text, onChange }: OpenHostsFieldProps) {
  const t = useTranslations('publish.openHosts');
  const { hosts, isAny, wrong } = readOpenHosts(text);
  const isNone = !isAny && hosts.length === 0;
  return (
    <fieldset className="grid gap-2" data-part="open-hosts">
      <Field id="publish-open-hosts" label={t('title')} isRequired={false} help={isAny ? t('anyHelp') : t('namedHelp')}>
        {(control) => (
          <Select
            {...control}
            value={isAny ? 'any' : 'named'}
            onChange={(event) => onChange(event.target.value === 'any' ? '*' : '')}
          >
            <option value="named">{t('named')}</option>
            <option value="any">{t('any')}</option>
          </Select>
        )}
      </Field>
      {isAny ? null : (
        <Field
          id="publish-host-names"
          label={t('hosts')}
          isRequired={false}
          error={wrong === undefined ? undefined : t('wrong', { host: wrong })}
        >
          {(control) => (
            <TextInput
              {...control}
              value={text}
              placeholder={EXAMPLE}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange(event.target.value)}
              className="font-mono"
            />
          )}
        </Field>
      )}
      {isNone ? <p className="text-meta text-waiting">{t('noneHelp')}</p> : null}
    </fieldset>
  );
}
