import { RunNotFound } from '#components/pages/trace/run-not-found.tsx';

export default function NotFound() {
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <RunNotFound />
    </div>
  );
}
