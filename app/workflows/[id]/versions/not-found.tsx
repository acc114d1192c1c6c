import { WorkflowNotFound } from '#components/home/workflow-not-found.tsx';

export default function NotFound() {
  return (
    <div className="flex grow flex-col">
      <WorkflowNotFound />
    </div>
  );
}
