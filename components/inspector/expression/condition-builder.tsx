'use client';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { ExpressionInput } from '#components/inspector/expression/expression-input.tsx';
import { knownSchemas } from '#components/inspector/expression/known-schemas.ts';
import { scopeVariables } from '#components/inspector/expression/mark-references.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import {
  type ConditionRow,
  type ConditionRows,
  type RowKinds,
  readConditionRows,
  rowOperators,
  takesRight,
  writeConditionRows,
} from '#lib/expression/condition-rows.ts';
import { typesOf } from '#lib/json/schema-types.ts';

type ConditionBuilderProps = {
  id: string;
  title: string;
  text: string;
  onText: (text: string) => void;
  onLeave: () => void;
};

const EMPTY_ROW: ConditionRow = { left: '', operator: 'equals', right: '' };

/** A condition as rows of value, operator and value. Rows that are not filled in are kept here, not in the text. */
export function ConditionBuilder({ id, title, text, onText, onLeave }: ConditionBuilderProps) {
  const t = useTranslations('inspector.conditionRows');
  const kinds = useRowKinds();
  const [draft, setDraft] = useState(() => ({ text, group: draftOf(text) }));
  // The text was changed elsewhere: undone, or by a fix.
  if (draft.text !== text) setDraft({ text, group: draftOf(text) });
  const { group } = draft;
  if (!group)
    return (
      <Notice title={t('textOnly')}>
        <p>{t('textOnlyText')}</p>
        <code className="wrap-anywhere text-meta">{text}</code>
      </Notice>
    );
  const { join, rows } = group;
  function change(next: ConditionRows) {
    const written = writeConditionRows(next, kinds);
    setDraft({ text: written, group: next });
    if (written !== text) onText(written);
  }
  const changeRow = (index: number, row: ConditionRow) => change({ join, rows: rows.with(index, row) });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the rows leaves the field
    <div id={id} onBlur={onLeave} className="grid gap-2">
      {rows.length > 1 ? (
        <div>
          <Segmented
            label={t('join')}
            value={join}
            options={[
              { value: 'and', label: t('and') },
              { value: 'or', label: t('or') },
            ]}
            onChange={(next) => change({ join: next, rows })}
          />
        </div>
      ) : null}
      <ol className="grid gap-2">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal
          <li key={index} className="grid gap-1 border-l-2 border-line-1 pl-2">
            <Row
              row={row}
              name={t('row', { title, number: index + 1 })}
              onRow={(next) => changeRow(index, next)}
              onRemove={rows.length > 1 ? () => change({ join, rows: rows.toSpliced(index, 1) }) : undefined}
            />
          </li>
        ))}
      </ol>
      <Button look="quiet" onClick={() => change({ join, rows: [...rows, EMPTY_ROW] })} className="justify-self-start">
        <Plus size={12} aria-hidden="true" />
        {t('add')}
      </Button>
    </div>
  );
}

type RowProps = {
  row: ConditionRow;
  name: string;
  onRow: (row: ConditionRow) => void;
  onRemove: (() => void) | undefined;
};

function Row({ row, name, onRow, onRemove }: RowProps) {
  const t = useTranslations('inspector.conditionRows');
  const id = useId();
  const control = (part: string, placeholder: string) => ({
    id: `${id}-${part}`,
    placeholder,
    'aria-invalid': false,
    'aria-describedby': undefined,
    'aria-required': true,
  });
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-1">
        <ExpressionInput
          control={control('left', t('leftExample'))}
          label={t('left', { name })}
          text={row.left}
          mode="cel"
          wrongAt={[]}
          onText={(left) => onRow({ ...row, left })}
        />
        {onRemove ? (
          <Button look="quiet" size="icon" aria-label={t('remove', { name })} title={t('remove', { name })} onClick={onRemove}>
            <X size={12} aria-hidden="true" />
          </Button>
        ) : null}
      </div>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-1">
        <Select
          aria-label={t('operator', { name })}
          value={row.operator}
          onChange={({ target }) => {
            const operator = rowOperators.find((one) => one === target.value) ?? 'equals';
            onRow({ ...row, operator, right: takesRight(operator) ? row.right : '' });
          }}
        >
          {rowOperators.map((operator) => (
            <option key={operator} value={operator}>
              {t(`operators.${operator}`)}
            </option>
          ))}
        </Select>
        {takesRight(row.operator) ? (
          <ExpressionInput
            control={control('right', t(row.operator === 'oneOf' ? 'listExample' : 'rightExample'))}
            label={t('right', { name })}
            text={row.right}
            mode="cel"
            wrongAt={[]}
            onText={(right) => onRow({ ...row, right })}
          />
        ) : null}
      </div>
    </>
  );
}

function draftOf(text: string): ConditionRows | undefined {
  const group = readConditionRows(text);
  return group && group.rows.length === 0 ? { ...group, rows: [EMPTY_ROW] } : group;
}

/** What the workflow says of names and values in rows. */
function useRowKinds(): RowKinds {
  const store = useEditorStore();
  const { reader } = useFormScope();
  return {
    isRoot: (name) => scopeVariables.has(name) || store.getState().document.nodes.some(({ id }) => id === name),
    isText: (left) => {
      const types = reader === undefined ? undefined : typesOf(knownSchemas(store, reader).schemaOf(reader, `{{${left}}}`));
      return types?.size === 1 && types.has('text');
    },
  };
}
