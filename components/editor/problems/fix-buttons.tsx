'use client';
import { WandSparkles } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useEditorStoreIfAny } from '#components/editor/document/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';
import { applyFix } from '#lib/workflow/fixes/apply-fix.ts';
import type { Fix } from '#lib/workflow/fixes/fix.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

type FixButtonsProps = {
  fixes: readonly Fix[] | undefined;
  /** How many of them are offered. @defaultValue all */
  most?: number;
  onApplied?: () => void;
};

/** Buttons that mend a problem, each as one step of the history; nothing outside of an editor. */
export function FixButtons({ fixes = [], most = fixes.length, onApplied }: FixButtonsProps) {
  const wordFix = useFixText();
  const isInEditor = useEditorStoreIfAny() !== undefined;
  const apply = useApplyFix();
  if (!isInEditor || fixes.length === 0) return null;
  function mend(fix: Fix) {
    apply(fix);
    onApplied?.();
  }
  return (
    <span className="mt-0.5 flex min-w-0 flex-wrap gap-1">
      {fixes.slice(0, most).map((fix) => {
        const text = wordFix(fix);
        return (
          <Button
            key={text}
            title={text}
            data-part="fix"
            onClick={() => mend(fix)}
            className="max-w-full shrink! px-1.5! text-meta! text-ink-1!"
          >
            <WandSparkles size={11} aria-hidden="true" className="shrink-0" />
            <span className="truncate">{text}</span>
          </Button>
        );
      })}
    </span>
  );
}

/** Applies a fix to the opened workflow as one step of the history; does nothing outside of an editor. */
export function useApplyFix(): (fix: Fix) => void {
  const store = useEditorStoreIfAny();
  // A fix that no longer applies changes nothing; the next check takes it away.
  return (fix) => store?.getState().apply({ label: 'fix', run: (workflow) => applyFix(workflow, fix, nodeRegistry) ?? workflow });
}

/** What a fix does, in the reader's language. */
export function useFixText(): (fix: Fix) => string {
  const t = useTranslations('fixes');
  return ({ text: { key, params } }) => t(key, params);
}
