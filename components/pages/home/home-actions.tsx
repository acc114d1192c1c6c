'use client';
import { Plus, Upload } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';

type HomeActionsProps = {
  isMaking: boolean;
  /** The page has another main action. @defaultValue false */
  isPlain?: boolean;
  onFile: (file: File) => void;
  onNew: () => void;
};

/** How a person gets another workflow. */
export function HomeActions({ isMaking, isPlain = false, onFile, onNew }: HomeActionsProps) {
  const t = useTranslations('home');
  const isHydrated = useIsHydrated();
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <span className="flex gap-2" inert={!isHydrated}>
      <input
        ref={fileInput}
        type="file"
        accept=".json,application/json"
        aria-label={t('importFile')}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file may be chosen again once it was mended.
          target.value = '';
        }}
      />
      <Button size="large" onClick={() => fileInput.current?.click()}>
        <Upload size={13} aria-hidden="true" />
        {t('import')}
      </Button>
      <Button look={isPlain ? 'plain' : 'primary'} size="large" onClick={onNew} aria-disabled={isMaking || undefined}>
        <Plus size={13} aria-hidden="true" />
        {t(isPlain ? 'emptyWorkflow' : 'newWorkflow')}
      </Button>
    </span>
  );
}
