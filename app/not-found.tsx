import { PageNotFound } from '#components/shell/page-not-found.tsx';

export default function NotFound() {
  return (
    <div className="flex grow flex-col">
      <PageNotFound />
    </div>
  );
}
