'use client';
import { useId, useState } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import { RiskMark } from '#components/inspector/form/tool-marks.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { ServiceOperationResource } from '#lib/api/tool-services.contract.ts';
import { isReadingMethod } from '#lib/tools/http-methods.ts';

type ServiceOperationsProps = {
  operations: readonly ServiceOperationResource[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
};

const MAX_SHOWN = 200;

/** Which operations of a service become tools. */
export function ServiceOperations({ operations, chosen, onChange }: ServiceOperationsProps) {
  const t = useTranslations('services');
  const { operationTexts } = useMessages();
  const titleOf = (title: string) => operationTexts[title] ?? title;
  const listId = useId();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = operations.filter(({ name, title, path }) => `${name} ${titleOf(title)} ${path}`.toLowerCase().includes(wanted));
  const shown = found.slice(0, MAX_SHOWN);
  function toggle(name: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(name);
    else next.delete(name);
    onChange(next);
  }
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="pb-1 font-strong text-ink-2">{t('operations', { chosen: chosen.size, all: operations.length })}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="max-w-72"
        />
        <Button look="quiet" onClick={() => onChange(new Set([...chosen, ...found.map(({ name }) => name)]))}>
          {t('all')}
        </Button>
        <Button
          look="quiet"
          onClick={() => onChange(new Set([...chosen].filter((name) => !found.some((one) => one.name === name))))}
        >
          {t('none')}
        </Button>
      </div>
      <ul className="grid max-h-[50vh] overflow-y-auto rounded-control border border-line-2">
        {shown.map(({ name, title, method, path, risk }) => (
          <li key={name} className="flex min-w-0 items-center gap-2 border-t border-line-1 px-1 py-1 first:border-t-0">
            <Checkbox
              id={`${listId}-${name}`}
              checked={chosen.has(name)}
              onCheckedChange={(checked) => toggle(name, checked === true)}
            />
            <label htmlFor={`${listId}-${name}`} className="grid min-w-0 grow">
              <span className="flex min-w-0 items-baseline gap-2">
                <code className="truncate">{name}</code>
                <span className="truncate text-ink-2 max-md:hidden">{titleOf(title)}</span>
              </span>
              <span className="truncate font-mono text-meta text-ink-3">
                {method} {path}
              </span>
            </label>
            <RiskMark
              tool={{ risk, effects: isReadingMethod(method) ? 'read' : 'write', approval: 'default', needsApproval: false }}
            />
          </li>
        ))}
      </ul>
      {found.length > shown.length ? (
        <p className="text-meta text-ink-3">{t('more', { count: found.length - shown.length })}</p>
      ) : null}
    </fieldset>
  );
}
