'use client';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { PickField } from '#components/ui/pick-field.tsx';
import type { PickItem } from '#components/ui/pick-list.ts';

/** A workflow to choose; `changedAt` is an ISO time. */
export type WorkflowChoice = { readonly id: string; readonly name: string; readonly changedAt?: string | undefined };

type WorkflowPickerProps = {
  value: string | undefined;
  /** Said when none is chosen. */
  none: string;
  /** As the first choice; undefined where one has to be chosen. */
  any?: string;
  /** Known before the list is open. */
  known?: readonly WorkflowChoice[];
  /** Not offered. */
  without?: string | undefined;
  onPick: (workflowId: string | undefined) => void;
  className?: string;
  id?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'aria-required'?: boolean | undefined;
};

const ANY = '';
const PAGE = 100;
const PAGES_MAX = 20;

/** A workflow of the workspace by name and last change: several may have one name, or none. */
export function WorkflowPicker({ value, none, any, known = [], without, onPick, ...control }: WorkflowPickerProps) {
  const t = useTranslations('workflowPicker');
  const [isOpened, setIsOpened] = useState(false);
  const isUnknown = value !== undefined && !known.some(({ id }) => id === value);
  const all = useAnswer(isOpened || isUnknown ? 'workflows' : undefined, (_, signal) => loadWorkflowChoices(signal)) ?? known;
  const itemOf = useWorkflowItem();
  const items = all.filter(({ id }) => id !== without).map(itemOf);
  const chosen = all.find(({ id }) => id === value);
  return (
    <PickField
      {...control}
      value={value ?? ''}
      text={chosen ? itemOf(chosen).label : (value ?? none)}
      title={t('title')}
      placeholder={t('search')}
      items={any === undefined ? items : [{ id: ANY, label: any }, ...items]}
      emptyText={(search) => t('none', { search })}
      onOpen={() => setIsOpened(true)}
      onPick={(id) => onPick(id === ANY ? undefined : id)}
    />
  );
}

/** The workflows of the workspace, last changed first; 2000 at most. */
async function loadWorkflowChoices(signal: AbortSignal): Promise<readonly WorkflowChoice[]> {
  const found: WorkflowChoice[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = { limit: PAGE, ...(cursor !== null && { cursor }) };
    const { items, nextCursor } = await apiClient.listWorkflows({ query }, { signal });
    found.push(...items.map(({ id, name, updatedAt }) => ({ id, name, changedAt: updatedAt })));
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return found;
}

/** A workflow as a row: its last change tells those without a name apart. */
function useWorkflowItem(): (workflow: WorkflowChoice) => PickItem {
  const t = useTranslations('workflowPicker');
  const untitled = useTranslations('runs')('untitled');
  const format = useFormatter();
  return ({ id, name, changedAt }) => {
    const changed =
      changedAt === undefined
        ? undefined
        : t('changed', {
            time: format.dateTime(new Date(changedAt), { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }),
          });
    return { id, label: name === '' ? untitled : name, ...(changed !== undefined && { hint: changed }), words: id };
  };
}
