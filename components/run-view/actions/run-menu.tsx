'use client';
import { CircleAlert, Copy, Ellipsis, FileDown, type LucideIcon, Trash2, X } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type RefObject, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { downloadText, exportRun, readRunText } from '#components/run-view/actions/export-run.ts';
import { AnchoredPopover } from '#components/ui/anchored-popover.tsx';
import { Button } from '#components/ui/button.tsx';
import { copyText } from '#components/ui/clipboard.ts';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';

type RunMenuProps = {
  runId: string;
  /** What the run is called in questions. */
  name: string;
  status: RunStatus;
  /** Gets the focus after the run was deleted. */
  focusAfterId: string;
  onDeleted: () => void;
  /** Opens it at once. */
  isOpenAtFirst?: boolean;
};

const icons = { copy: Copy, export: FileDown, delete: Trash2 } as const satisfies Record<string, LucideIcon>;
type RunAction = keyof typeof icons;

const triggerLook =
  'relative z-1 grid size-6 shrink-0 place-items-center rounded-control hover:bg-hover hover:text-ink-1 data-[state=open]:bg-press';

/** As `RunMenu`, which is made when it is first opened: a list has hundreds of them. */
export function LazyRunMenu(props: Omit<RunMenuProps, 'isOpenAtFirst'>) {
  const t = useTranslations('run.menu');
  const [isMade, setIsMade] = useState(false);
  if (isMade) return <RunMenu {...props} isOpenAtFirst />;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={t('actionsOf', { name: props.name })}
      title={t('actions')}
      onClick={() => setIsMade(true)}
      className={`${triggerLook} text-ink-2`}
    >
      <Ellipsis size={14} aria-hidden="true" />
    </button>
  );
}

/** Copy, export and delete a run. Only runs that have ended can be deleted. */
export function RunMenu({ runId, name, status, focusAfterId, onDeleted, isOpenAtFirst = false }: RunMenuProps) {
  const t = useTranslations('run.menu');
  const [isAsking, setIsAsking] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  const [isRead, setIsRead] = useState(false);
  const asks = useRef(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const change = useChange();
  const triggerId = `menu-${runId}`;
  const deletes = async () => {
    await apiClient.deleteRun({ params: { id: runId } });
    document.getElementById(focusAfterId)?.focus();
    onDeleted();
  };
  // Only a new problem is unread: the next action may never be confirmed.
  const run = (action: () => Promise<unknown>) => void change.run(() => action().finally(() => setIsRead(false)));
  function choose(action: RunAction) {
    asks.current = action === 'delete';
    setIsCopied(false);
    setIsRead(true);
    if (action === 'delete') setIsAsking(true);
    else if (action === 'export') run(async () => downloadText(await exportRun(runId), `${runId}.json`));
    else
      run(async () => {
        const isCopied = await copyText(await readRunText(runId));
        if (!isCopied) throw new Error(t('notCopied'));
        setIsCopied(true);
      });
  }
  /** The question takes the focus; without one it returns to the button. */
  function keepFocus(event: Event) {
    if (asks.current) event.preventDefault();
    asks.current = false;
  }
  return (
    <>
      <DropdownMenu.Root modal={false} defaultOpen={isOpenAtFirst}>
        <DropdownMenu.Trigger
          ref={trigger}
          id={triggerId}
          aria-label={t('actionsOf', { name })}
          aria-busy={change.isBusy}
          title={t('actions')}
          className={`${triggerLook} text-ink-2`}
        >
          <Ellipsis size={14} aria-hidden="true" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            sideOffset={4}
            onCloseAutoFocus={keepFocus}
            className="z-20 min-w-44 rounded-menu bg-raised p-1 shadow-menu"
          >
            <Item action="copy" onChoose={choose} />
            <Item action="export" onChoose={choose} />
            <Item action="delete" onChoose={choose} isOff={!isTerminal(status)} />
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <span role="status" className="sr-only">
        {isCopied ? t('copied') : ''}
      </span>
      {change.problem !== undefined && !isRead ? (
        <Failure anchor={trigger} text={change.problem} onClose={() => setIsRead(true)} />
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deleteTitle')}
        cancelLabel={t('keep')}
        confirmLabel={t('delete')}
        focusAfterId={triggerId}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          run(deletes);
        }}
      >
        {t('deleteText', { name })}
      </ConfirmDialog>
    </>
  );
}

type FailureProps = { anchor: RefObject<HTMLElement | null>; text: string; onClose: () => void };

/** Why the last action was not done, at its menu. The focus stays where it is. */
function Failure({ anchor, text, onClose }: FailureProps) {
  const t = useTranslations('run.menu');
  return (
    <AnchoredPopover
      anchor={anchor}
      label={t('notDone')}
      align="end"
      sideOffset={4}
      onOpenAutoFocus={(event) => event.preventDefault()}
      onClose={onClose}
      className="z-20 flex w-[min(320px,90vw)] items-start gap-2 rounded-menu border border-failed-line bg-failed-bg py-1 pr-1 pl-2 shadow-menu"
    >
      <CircleAlert size={13} className="mt-1.5 shrink-0 text-failed" aria-hidden="true" />
      <p role="alert" className="min-w-0 grow py-1 wrap-anywhere">
        <strong className="font-strong text-failed">{t('notDone')}</strong> {text}
      </p>
      <Button look="quiet" size="icon" aria-label={t('close')} title={t('close')} onClick={onClose}>
        <X size={13} aria-hidden="true" />
      </Button>
    </AnchoredPopover>
  );
}

type ItemProps = { action: RunAction; onChoose: (action: RunAction) => void; isOff?: boolean };

function Item({ action, onChoose, isOff = false }: ItemProps) {
  const t = useTranslations('run.menu');
  const Icon = icons[action];
  return (
    <DropdownMenu.Item
      disabled={isOff}
      title={isOff ? t('onlyEnded') : undefined}
      onSelect={() => onChoose(action)}
      className={`flex h-6 items-center gap-2 rounded-control px-2 outline-none select-none data-[disabled]:text-ink-3 data-[highlighted]:bg-accent-bg ${action === 'delete' && !isOff ? 'text-failed' : ''}`}
    >
      <Icon size={14} strokeWidth={1.7} aria-hidden="true" />
      {t(action)}
    </DropdownMenu.Item>
  );
}
