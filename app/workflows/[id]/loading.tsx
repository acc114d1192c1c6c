import { EditorLoading } from '#components/home/editor-loading.tsx';

export default function Loading() {
  return <EditorLoading />;
}
