import { Notice } from '#components/ui/notice.tsx';

type FailureNoticeProps = {
  /** What did not happen. */
  title: string;
  /** Why; nothing is drawn without it. */
  children: string | undefined;
};

/** Why an action failed, read out when it appears. */
export function FailureNotice({ title, children }: FailureNoticeProps) {
  return (
    // There before its text, and without a box of its own: an empty one would be a gap.
    <div role="alert" className="contents">
      {children === undefined ? null : <Notice title={title}>{children}</Notice>}
    </div>
  );
}
