'use client';
import { ArrowLeft, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { browserZone } from '#components/data/browser-zone.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { useEditor, useEditorStore, useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { WithFieldHelp } from '#components/inspector/field/field-help.tsx';
import type { Catalogue } from '#components/inspector/field/form-scope.tsx';
import { LiveTriggers } from '#components/inspector/trigger/live-triggers.tsx';
import { TriggerForm } from '#components/inspector/trigger/trigger-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { TriggerIcon } from '#components/ui/trigger-icon.tsx';
import { useTriggerWords } from '#components/ui/use-trigger-words.ts';
import type { AnyTriggerDefinition } from '#lib/trigger-kit/define-trigger.ts';
import { addFirstInputs } from '#lib/workflow/edit/add-first-inputs.ts';
import { addTrigger } from '#lib/workflow/edit/change-triggers.ts';
import type { WorkflowTrigger } from '#lib/workflow/workflow.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';

type TriggerPanelProps = { catalogue: Catalogue; onClose: () => void };

/** The triggers of the opened workflow, one of them as a form, and what the deployed ones received. */
export function TriggerPanel({ catalogue, onClose }: TriggerPanelProps) {
  const t = useTranslations('triggers');
  const ui = useEditorUiStore();
  const triggerId = useEditorUi((state) => state.triggerId);
  const trigger = useEditor(({ document }) => document.triggers?.find(({ id }) => id === triggerId));
  return (
    <PageQueries>
      <section
        aria-labelledby="triggers-title"
        data-trigger-panel
        className="flex h-full min-h-0 w-full min-w-0 flex-col bg-panel"
      >
        <header className="flex h-(--bar-panel) shrink-0 items-center gap-1 border-b border-line-1 bg-chrome pr-1 pl-3">
          {trigger ? (
            <Button
              look="quiet"
              size="icon"
              aria-label={t('all')}
              title={t('all')}
              onClick={() => ui.getState().set({ triggerId: undefined })}
            >
              <ArrowLeft size={14} aria-hidden="true" />
            </Button>
          ) : null}
          <h2 id="triggers-title" className="min-w-0 grow truncate text-name font-title">
            {trigger ? <Name trigger={trigger} /> : t('title')}
          </h2>
          <Button look="quiet" size="icon" aria-label={t('close')} onClick={onClose}>
            <X size={14} aria-hidden="true" />
          </Button>
        </header>
        <WithFieldHelp>
          <div className="min-h-0 grow overflow-y-auto">
            {trigger ? <TriggerForm key={trigger.id} trigger={trigger} catalogue={catalogue} /> : <Overview />}
            <LiveTriggers triggerId={trigger?.id} />
          </div>
        </WithFieldHelp>
      </section>
    </PageQueries>
  );
}

function Name({ trigger: { label, type } }: { trigger: WorkflowTrigger }) {
  const words = useTriggerWords(type);
  return label || words.title;
}

/** The triggers of the draft, and the kinds that can be added. */
function Overview() {
  const t = useTranslations('triggers');
  const ui = useEditorUiStore();
  const triggers = useEditor(({ document }) => document.triggers) ?? [];
  return (
    <div className="grid gap-3 p-3">
      {triggers.length === 0 ? <p className="text-ink-2">{t('none')}</p> : null}
      <ul className="grid gap-1 empty:hidden">
        {triggers.map((trigger) => (
          <li key={trigger.id}>
            <Row trigger={trigger} onOpen={() => ui.getState().set({ triggerId: trigger.id })} />
          </li>
        ))}
      </ul>
      <h3 className="text-meta font-strong text-ink-3">{t('add')}</h3>
      <ul className="grid gap-1">
        {Object.values(triggerRegistry).map((definition) => (
          <li key={definition.id}>
            <Kind definition={definition} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Row({ trigger, onOpen }: { trigger: WorkflowTrigger; onOpen: () => void }) {
  const t = useTranslations('triggers');
  const words = useTriggerWords(trigger.type);
  const count = useEditor(({ problems }) => problems.filter(({ triggerId }) => triggerId === trigger.id).length);
  return (
    <button
      type="button"
      data-trigger-row={trigger.id}
      onClick={onOpen}
      className="flex min-h-8 w-full items-center gap-2 rounded-control border border-line-2 bg-raised px-2 text-left hover:border-line-3"
    >
      <TriggerIcon type={trigger.type} />
      <span className="min-w-0 grow truncate font-strong">{trigger.label || words.title}</span>
      <code className="truncate text-meta text-ink-3">{trigger.id}</code>
      {trigger.disabled ? <span className="text-meta text-ink-3">{t('disabled')}</span> : null}
      {count > 0 ? <span className="text-meta text-failed">{t('problems', { count })}</span> : null}
    </button>
  );
}

function Kind({ definition }: { definition: AnyTriggerDefinition }) {
  const words = useTriggerWords(definition.id);
  const store = useEditorStore();
  const ui = useEditorUiStore();
  function add() {
    let added: string | undefined;
    store.getState().apply({
      label: 'trigger',
      run: (workflow) => {
        const next = addTrigger(workflow, definition, definition.id === 'schedule' ? { timeZone: browserZone() } : {});
        added = next.triggerId;
        return addFirstInputs(next.workflow, definition, next.triggerId);
      },
    });
    ui.getState().set({ triggerId: added });
  }
  return (
    <button
      type="button"
      data-add-trigger={definition.id}
      onClick={add}
      className="flex w-full items-start gap-2 rounded-control px-2 py-1.5 text-left hover:bg-hover"
    >
      <span className="flex h-5 items-center">
        <TriggerIcon type={definition.id} />
      </span>
      <span className="grid min-w-0">
        <span className="font-strong">{words.title}</span>
        <span className="text-meta text-ink-2">{words.summary}</span>
      </span>
    </button>
  );
}
