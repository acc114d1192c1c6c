import type { ReactNode } from 'react';
import { WorkflowViews } from '#components/shell/workflow-views.tsx';
import { WorkflowsCrumb } from '#components/shell/workflows-crumb.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';

type WorkflowBarProps = {
  workflowId: string;
  name: string;
  shown: 'runs' | 'chat' | 'versions' | 'graph';
  /** At the end of the bar. */
  children?: ReactNode;
};

/** The top bar of a workflow's page other than the editor. On a phone the views are a line of their own. */
export function WorkflowBar({ workflowId, name, shown, children }: WorkflowBarProps) {
  return (
    <header className="flex min-h-(--bar-top) shrink-0 items-center gap-x-2 border-b border-line-1 bg-chrome pr-2 pl-3 max-md:flex-wrap max-md:pt-1.5 md:h-(--bar-top)">
      <span className="flex min-w-0 items-center gap-1">
        <WorkflowsCrumb />
        <h1 className="truncate px-1 text-name font-title">{visibleText(name)}</h1>
      </span>
      <span className="grow max-md:hidden" />
      <span className="h-full max-md:h-9 max-md:basis-full max-md:overflow-x-auto">
        <WorkflowViews workflowId={workflowId} shown={shown} />
      </span>
      <span className="grow max-md:hidden" />
      {children}
    </header>
  );
}
