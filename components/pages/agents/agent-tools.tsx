'use client';
import { ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ToolPicker } from '#components/inspector/form/tool-picker.tsx';
import { BoundTool } from '#components/pages/agents/bound-tool.tsx';
import type { ToolOption } from '#components/pages/agents/use-agent-choices.ts';
import { Field } from '#components/ui/field.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { offeredName, type ToolOffer } from '#lib/agents/tool-offer.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

type AgentToolsProps = {
  readonly id: string;
  readonly error?: string | undefined;
  readonly chosen: readonly ToolOffer[];
  readonly options: readonly ToolOption[];
  readonly onChange: (chosen: readonly ToolOffer[]) => void;
};

/** The further tools of an agent: each may get a name of its own and fixed arguments. Unknown ones stay. */
export function AgentTools({ id, error, chosen, options, onChange }: AgentToolsProps) {
  const t = useTranslations('agentsPage');
  const [opened, setOpened] = useState<readonly number[]>([]);
  const left = options.filter(({ name }) => !chosen.includes(name));
  return (
    <Field id={id} label={t('fields.tools')} isRequired={false} help={t('help.tools')} error={error}>
      {(control) => (
        <div className="grid gap-1">
          {chosen.length > 0 ? (
            <ul className="grid gap-1">
              {chosen.map((offer, index) => {
                const name = visibleText(offeredName(offer));
                const isOpen = opened.includes(index);
                return (
                  <li
                    // biome-ignore lint/suspicious/noArrayIndexKey: a tool may appear twice under different names
                    key={index}
                    data-tool-offer={name}
                    className="grid min-w-0 rounded-control border border-line-2 bg-raised"
                  >
                    <span className="flex min-h-6 min-w-0 items-center">
                      <button
                        type="button"
                        aria-expanded={isOpen}
                        aria-label={t('bindTool', { name })}
                        title={t('bindTool', { name })}
                        onClick={() => setOpened(isOpen ? opened.filter((one) => one !== index) : [...opened, index])}
                        className="flex min-h-6 min-w-0 grow flex-wrap items-center gap-x-1.5 gap-y-0.5 rounded-control px-1 py-0.5 text-left hover:bg-hover"
                      >
                        <ChevronRight
                          size={12}
                          aria-hidden="true"
                          className={`shrink-0 text-ink-3 ${isOpen ? 'rotate-90' : ''}`}
                        />
                        <code className="min-w-0 text-meta wrap-anywhere">{name}</code>
                        <OfferTags offer={offer} />
                      </button>
                      <button
                        type="button"
                        aria-label={t('removeName', { name })}
                        onClick={() => {
                          setOpened(opened.filter((one) => one !== index).map((one) => (one > index ? one - 1 : one)));
                          onChange(chosen.toSpliced(index, 1));
                        }}
                        className="grid size-6 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink-1"
                      >
                        <X size={12} aria-hidden="true" />
                      </button>
                    </span>
                    {isOpen ? (
                      <BoundTool
                        id={`${id}-${index}`}
                        offer={offer}
                        option={options.find((option) => option.name === (typeof offer === 'string' ? offer : offer.tool))}
                        onChange={(next) => onChange(chosen.with(index, next))}
                      />
                    ) : null}
                  </li>
                );
              })}
            </ul>
          ) : null}
          <ToolPicker
            {...control}
            tools={left.map(({ tool }) => tool)}
            value=""
            text={t('addName')}
            staysOpen
            onPick={(...toolIds) => onChange([...chosen, ...toolIds])}
          />
        </div>
      )}
    </Field>
  );
}

function OfferTags({ offer }: { offer: ToolOffer }) {
  const t = useTranslations('agentsPage');
  if (typeof offer === 'string') return null;
  const fixed = Object.keys(offer.with ?? {}).length;
  return (
    <>
      {offeredName(offer) === offer.tool ? null : (
        <code className="text-meta text-ink-3 wrap-anywhere">{visibleText(offer.tool)}</code>
      )}
      {fixed > 0 ? <Tag>{t('fixedArguments', { count: fixed })}</Tag> : null}
      {offer.ask ? <Tag>{t('asksFirst')}</Tag> : null}
    </>
  );
}
