'use client';
import { CutTextTitles } from '#components/shell/cut-text-titles.tsx';
import { LoadingBar } from '#components/shell/loading-bar.tsx';
import { NotificationsLoader } from '#components/shell/notifications/notifications-loader.tsx';
import { OfflineWorker } from '#components/shell/offline-worker.tsx';

export { SignedOutBar } from '#components/shell/signed-out-bar.tsx';

/** What no page waits for. In one file: each further one has the overhead of a request, and of its own compression. */
export function StudioParts({ isSignIn }: { isSignIn: boolean }) {
  return (
    <>
      <LoadingBar />
      <OfflineWorker />
      <CutTextTitles />
      {isSignIn ? null : <NotificationsLoader />}
    </>
  );
}
