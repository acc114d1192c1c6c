import { PageLoading } from '#components/shell/page-loading.tsx';

export default function Loading() {
  return <PageLoading page="dashboards" />;
}
