import { WorkflowNotFound } from '#components/shell/workflow-not-found.tsx';

export default function NotFound() {
  return (
    <div className="flex grow flex-col">
      <WorkflowNotFound />
    </div>
  );
}
