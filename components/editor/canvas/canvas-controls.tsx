'use client';
import { Panel, type ReactFlowState, useReactFlow, useStore } from '@xyflow/react';
import { type LucideIcon, Maximize, Minus, Network, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAutoLayout } from '#components/editor/elements/use-auto-layout.ts';
import { useFit } from '#components/editor/elements/use-fit.ts';
import { Button } from '#components/ui/button.tsx';

const readZoom = (state: ReactFlowState) => Math.round(state.transform[2] * 100);

/** Zoom controls and automatic layout. */
export function CanvasControls() {
  const t = useTranslations('editor.controls');
  const { zoomIn, zoomOut, zoomTo } = useReactFlow();
  const showAll = useFit();
  const { layOut } = useAutoLayout();
  const [isLayingOut, setIsLayingOut] = useState(false);
  const percent = useStore(readZoom);
  async function order() {
    setIsLayingOut(true);
    await layOut();
    setIsLayingOut(false);
  }
  return (
    <Panel
      data-canvas-bar=""
      position="bottom-left"
      className="m-2! flex h-[26px] items-center rounded-control border border-line-2 bg-raised"
    >
      <Control icon={Minus} label={t('zoomOut')} onClick={() => zoomOut()} />
      <button
        type="button"
        title={t('zoomFull')}
        aria-label={t('zoom', { percent })}
        onClick={() => zoomTo(1)}
        className="num h-full min-w-10 rounded-control text-center text-ink-2 hover:text-ink-1"
      >
        {t('percent', { percent })}
      </button>
      <Control icon={Plus} label={t('zoomIn')} onClick={() => zoomIn()} />
      <span aria-hidden="true" className="mx-0.5 h-4 w-px bg-line-2" />
      <Control icon={Maximize} label={t('fit')} onClick={showAll} />
      <Control icon={Network} label={t('layout')} isBusy={isLayingOut} onClick={order} />
    </Panel>
  );
}

type ControlProps = { icon: LucideIcon; label: string; isBusy?: boolean; onClick: () => void };

function Control({ icon: Icon, label, isBusy = false, onClick }: ControlProps) {
  return (
    <Button look="quiet" size="icon" aria-label={label} title={label} aria-disabled={isBusy || undefined} onClick={onClick}>
      <Icon size={14} strokeWidth={1.7} aria-hidden="true" />
    </Button>
  );
}
