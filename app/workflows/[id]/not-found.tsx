import { WorkflowNotFound } from '#components/home/workflow-not-found.tsx';

export default function NotFound() {
  return (
    <div className="flex min-h-dvh flex-col">
      <WorkflowNotFound />
    </div>
  );
}
