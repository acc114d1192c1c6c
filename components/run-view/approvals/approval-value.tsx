'use client';
import { CircleAlert, Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { approvalFields } from '#components/run-view/approvals/approval-fields.ts';
import { ApprovalForm } from '#components/run-view/approvals/approval-form.tsx';
import { editableText, readEditedValue } from '#components/run-view/approvals/read-edited-value.ts';
import { answerIn, splitLongTexts } from '#components/run-view/approvals/split-long-texts.ts';
import { Button } from '#components/ui/button.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { RenderedText } from '#components/ui/rendered-text.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import { isMarkdown } from '#components/ui/value-views.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { OpenApproval } from '#lib/run/run-state.ts';

type ApprovalValueProps = {
  approval: OpenApproval;
  /** As it is edited; undefined while it is only shown. */
  text: string | undefined;
  isReadOnly: boolean;
  onChange: (text: string | undefined) => void;
};

/** Passed as a ref, to focus the editor when it opens. */
const focusOnMount = (element: HTMLTextAreaElement | null) => element?.focus();

/** What is decided on, and on demand an editor for it. */
export function ApprovalValue({ approval, text, isReadOnly, onChange }: ApprovalValueProps) {
  const t = useTranslations('approvals');
  const isEdited = text !== undefined;
  const title = approval.kind === 'tool' ? t('arguments') : t('value');
  const id = valueFieldId(approval.actionId);
  return (
    <div data-part="approval-value" className="grid min-w-0 gap-1">
      <div className="flex h-6 items-center gap-1">
        <span className="font-strong text-ink-2">{title}</span>
        {approval.kind === 'effect' || isReadOnly ? null : (
          <Button look="quiet" onClick={() => onChange(isEdited ? undefined : editableText(approval))}>
            {isEdited ? <Undo2 size={13} aria-hidden="true" /> : <Pencil size={13} aria-hidden="true" />}
            {isEdited ? t('undoEdit') : t('edit')}
          </Button>
        )}
      </div>
      {isEdited ? (
        <Editor id={id} title={title} approval={approval} text={text} isReadOnly={isReadOnly} onChange={onChange} />
      ) : (
        <ShownValue label={title} value={approval.args} />
      )}
      {approval.fixed ? (
        <div data-part="fixed-arguments" className="mt-1 grid min-w-0 gap-1">
          <span className="font-strong text-ink-2">
            {t('fixed')} <code className="text-meta text-ink-3">{approval.fixed.tool}</code>
          </span>
          <ShownValue label={t('fixed')} value={approval.fixed.args} />
        </div>
      ) : null}
    </div>
  );
}

/** A text as it will be read; of what a model gave its answer first; other values as JSON, with longer texts apart. */
function ShownValue({ label, value }: { label: string; value: unknown }) {
  const t = useTranslations('approvals');
  const answer = answerIn(value);
  if (answer !== undefined)
    return (
      <>
        <ShownText label={label} text={answer} />
        <Folded title={t('wholeValue')}>
          <ValueView label={t('wholeValue')} value={value} />
        </Folded>
      </>
    );
  if (typeof value === 'string') return <ShownText label={label} text={value} />;
  const { texts, rest } = splitLongTexts(value);
  if (texts.length === 0) return <ValueView label={label} value={value} />;
  return (
    <>
      {rest === undefined ? null : <ValueView label={label} value={rest} />}
      {texts.map(([name, text]) => (
        <div key={name} className="grid min-w-0 gap-0.5">
          <code className="text-meta text-ink-3">{name}</code>
          <ValueView label={`${label}: ${name}`} value={text} isCode />
        </div>
      ))}
    </>
  );
}

function ShownText({ label, text }: { label: string; text: string }) {
  const t = useTranslations('values');
  const [isRaw, setIsRaw] = useState(false);
  if (!isMarkdown(text)) return <ValueView label={label} value={text} />;
  return (
    <div className="grid min-w-0 gap-1">
      <Segmented
        label={t('views', { name: label })}
        value={isRaw ? 'text' : 'rendered'}
        options={[
          { value: 'rendered', label: t('kinds.rendered') },
          { value: 'text', label: t('kinds.text') },
        ]}
        onChange={(kind) => setIsRaw(kind === 'text')}
      />
      {isRaw ? <ValueView label={label} value={text} /> : <RenderedText label={label} text={text} />}
    </div>
  );
}

type EditorProps = ApprovalValueProps & { id: string; title: string; text: string };

function Editor({ id, title, approval, text, isReadOnly, onChange }: EditorProps) {
  const t = useTranslations('approvals');
  const [isJson, setIsJson] = useState(false);
  const toolSchema = useToolSchema(approval);
  const schema = (approval.schema as JsonSchema | undefined) ?? toolSchema;
  const read = readEditedValue(approval, text);
  const value = 'value' in read ? (read.value ?? approval.args) : undefined;
  const fields = approvalFields(value, schema);
  return (
    <>
      {fields || isJson ? (
        <Segmented
          label={t('editAs')}
          value={isJson ? 'json' : 'form'}
          options={[
            { value: 'form', label: t('form') },
            { value: 'json', label: 'JSON' },
          ]}
          // Invalid JSON has no form.
          onChange={(mode) => setIsJson(mode === 'json' || !fields)}
        />
      ) : null}
      {fields && !isJson ? (
        <ApprovalForm
          id={id}
          fields={fields}
          value={value}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange(JSON.stringify(next, null, 2))}
        />
      ) : (
        <ValueText id={id} title={title} approval={approval} text={text} isReadOnly={isReadOnly} onChange={onChange} />
      )}
    </>
  );
}

/** The schema of a tool's arguments; undefined for other values, and until it is there. */
function useToolSchema({ kind, tool }: OpenApproval): JsonSchema | undefined {
  return useAnswer(kind === 'tool' ? tool : undefined, async (wanted) => {
    const { groups } = await apiClient.listTools();
    return groups.flatMap(({ tools }) => tools).find(({ id }) => id === wanted)?.inputSchema as JsonSchema | undefined;
  });
}

function ValueText({ id, title, approval, text, isReadOnly, onChange }: EditorProps) {
  const t = useTranslations('approvals');
  const read = readEditedValue(approval, text);
  const problem = 'problem' in read ? read : undefined;
  const isText = typeof approval.args === 'string';
  return (
    <>
      <TextArea
        id={id}
        aria-label={title}
        ref={focusOnMount}
        value={text}
        readOnly={isReadOnly}
        spellCheck={isText}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={isText ? '' : 'font-mono text-meta leading-[17px]!'}
      />
      {problem ? (
        <p id={`${id}-problem`} className="flex items-start gap-1 text-meta text-failed">
          <CircleAlert size={12} className="mt-0.5 shrink-0" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">{t(`problems.${problem.problem}`, { reason: problem.reason })}</span>
        </p>
      ) : null}
    </>
  );
}

export function valueFieldId(actionId: string): string {
  return `value-${actionId}`;
}
