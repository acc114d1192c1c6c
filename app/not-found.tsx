import { PageNotFound } from '#components/shell/page-not-found.tsx';

export default function NotFound() {
  return (
    <div className="flex min-h-dvh flex-col">
      <PageNotFound />
    </div>
  );
}
