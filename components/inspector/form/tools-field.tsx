'use client';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import type { FieldModel } from '#components/inspector/field/field-model.ts';
import { FieldProblems } from '#components/inspector/field/field-problems.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { FormScopeProvider, useFormScope, useFormValue } from '#components/inspector/field/form-scope.tsx';
import { problemsAtField } from '#components/inspector/field/problems-at-field.ts';
import { ConfigField } from '#components/inspector/form/config-field.tsx';
import { DragHandle, OrderStatus, orderLook } from '#components/inspector/form/drag-handle.tsx';
import { moveItem } from '#components/inspector/form/drop-slot.ts';
import { KeyValueField } from '#components/inspector/form/key-value-field.tsx';
import { RemoveButton } from '#components/inspector/form/list-fields.tsx';
import { findListedTool, parametersOf } from '#components/inspector/form/tool-facts.ts';
import { RiskMark, ToolIsOff, UnknownTool } from '#components/inspector/form/tool-marks.tsx';
import { ToolPicker } from '#components/inspector/form/tool-picker.tsx';
import { useReorder } from '#components/inspector/form/use-reorder.ts';
import { Tag } from '#components/ui/tag.tsx';
import { fieldPath } from '#lib/expression/field-path.ts';
import { isRecord, setAtPath } from '#lib/json/set-at-path.ts';

/** Which tools may be called, each with its risk, under which name and with which fixed arguments. */
export function ToolsField(props: FieldProps) {
  const { path, value, model } = props;
  const { edit, catalogue } = useFormScope();
  const t = useTranslations('inspector');
  const [opened, setOpened] = useState<readonly boolean[]>([]);
  const offers = Array.isArray(value) ? value : [];
  const isOpen = (index: number) => opened[index] ?? false;
  const known = () => offers.map((_, index) => isOpen(index));
  const reorder = useReorder(offers.length, (from, to) => {
    setOpened(moveItem(known(), from, to));
    edit(path, moveItem(offers, from, to));
  });
  const item = model.control.kind === 'tools' ? model.control.item : [];
  return (
    <FieldFrame {...props} isGroup hasOwnProblems>
      {(control) => (
        <div className="grid gap-1">
          <ul className="grid">
            {offers.map((offer, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a name may appear twice
              <li key={index} className={`grid min-w-0 ${orderLook(reorder, index)}`}>
                <span className="flex h-6 min-w-0 items-center gap-1">
                  <DragHandle reorder={reorder} index={index} />
                  <OfferTitle
                    offer={offer}
                    isOpen={isOpen(index)}
                    canOpen={item.length > 0}
                    onToggle={() => setOpened(known().with(index, !isOpen(index)))}
                  />
                  <RemoveButton
                    label={t('removeTool', { name: plainText(nameOf(offer)) })}
                    onRemove={() => {
                      setOpened(known().toSpliced(index, 1));
                      edit(path, offers.length === 1 ? undefined : offers.toSpliced(index, 1));
                    }}
                  />
                </span>
                <Offer path={[...path, index]} offer={offer} fields={isOpen(index) ? item : []} />
              </li>
            ))}
          </ul>
          <OrderStatus reorder={reorder} />
          <ToolPicker
            id={control.id}
            aria-label={t('addTool')}
            tools={catalogue.tools.filter((tool) => !offers.some((offer) => findListedTool([tool], toolOf(offer))))}
            value=""
            text={t('addTool')}
            staysOpen
            onPick={(...toolIds) => edit(path, [...offers, ...toolIds])}
          />
        </div>
      )}
    </FieldFrame>
  );
}

type OfferTitleProps = { offer: unknown; isOpen: boolean; canOpen: boolean; onToggle: () => void };

function OfferTitle({ offer, isOpen, canOpen, onToggle }: OfferTitleProps) {
  const { catalogue } = useFormScope();
  const t = useTranslations('inspector');
  const tool = findListedTool(catalogue.tools, toolOf(offer));
  const name = plainText(nameOf(offer));
  const fixed = isRecord(offer) && isRecord(offer.with) ? Object.keys(offer.with).length : 0;
  const title = (
    <>
      <code className="min-w-0 grow truncate text-left text-meta">{name}</code>
      {fixed > 0 ? <Tag>{t('fixedArguments', { count: fixed })}</Tag> : null}
      {tool ? <RiskMark tool={isRecord(offer) && offer.ask === true ? { ...tool, approval: 'always' } : tool} /> : null}
    </>
  );
  if (!canOpen) return <span className="flex min-w-0 grow items-center gap-2">{title}</span>;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      title={t('bindTool', { name })}
      onClick={onToggle}
      className="flex h-full min-w-0 grow items-center gap-1.5 rounded-control hover:bg-hover"
    >
      <ChevronRight size={12} aria-hidden="true" className={`shrink-0 text-ink-3 ${isOpen ? 'rotate-90' : ''}`} />
      {title}
    </button>
  );
}

type OfferProps = { path: readonly (string | number)[]; offer: unknown; fields: readonly FieldModel[] };

/** What a tool is offered as. Its id alone becomes an object with the first thing that is set. */
function Offer({ path, offer, fields }: OfferProps) {
  const scope = useFormScope();
  const { catalogue, problems } = scope;
  const tool = findListedTool(catalogue.tools, toolOf(offer));
  const own = isRecord(offer) ? offer : {};
  // Those of an open offer are at its fields.
  const reported = fields.length === 0 ? problemsAtField(problems, fieldPath(path)) : [];
  return (
    <>
      {tool ? <ToolIsOff tool={tool} problems={reported} /> : null}
      {tool || reported.length > 0 ? null : <UnknownTool name={plainText(toolOf(offer))} />}
      {fields.length > 0 ? (
        <BindingScope path={path} offer={offer}>
          <div className="ml-5 grid gap-2 border-l-2 border-line-1 py-1 pl-2">
            {fields.map((field) =>
              field.control.kind === 'keyValue' ? (
                <KeyValueField
                  key={field.name}
                  model={field}
                  path={[...path, field.name]}
                  value={own[field.name]}
                  known={tool ? parametersOf(tool) : []}
                />
              ) : (
                <ConfigField key={field.name} model={field} path={[...path, field.name]} value={own[field.name]} />
              ),
            )}
          </div>
        </BindingScope>
      ) : (
        <FieldProblems problems={reported} />
      )}
    </>
  );
}

type BindingScopeProps = { path: readonly (string | number)[]; offer: unknown; children: ReactNode };

/** An id becomes an object with the first thing that is set, and an object without any an id again. */
function BindingScope({ path, offer, children }: BindingScopeProps) {
  const scope = useFormScope();
  const value = useFormValue();
  const edit: typeof scope.edit = (at, next, options) => {
    const { tool, ...more } = setAtPath(isRecord(offer) ? offer : { tool: offer }, at.slice(path.length), next) as {
      readonly tool: unknown;
    };
    scope.edit(path, Object.keys(more).length === 0 ? tool : { tool, ...more }, options);
  };
  return (
    <FormScopeProvider scope={{ ...scope, edit }} value={value}>
      {children}
    </FormScopeProvider>
  );
}

function toolOf(offer: unknown): unknown {
  return isRecord(offer) ? offer.tool : offer;
}

function nameOf(offer: unknown): unknown {
  return isRecord(offer) ? (offer.name ?? offer.tool) : offer;
}
