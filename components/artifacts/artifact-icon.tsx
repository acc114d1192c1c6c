import { FileCode, FileImage, FileSpreadsheet, FileText, Presentation } from 'lucide-react';

const SLIDES = 'presentationml';
const SHEETS = 'spreadsheetml';

/** What kind of document an artifact is. */
export function ArtifactIcon({ mediaType }: { mediaType: string }) {
  const Icon = mediaType.includes(SLIDES)
    ? Presentation
    : mediaType.includes(SHEETS) || mediaType === 'text/csv'
      ? FileSpreadsheet
      : mediaType.startsWith('image/')
        ? FileImage
        : /html|javascript|json|xml|x-python|css/.test(mediaType) && !mediaType.includes('openxmlformats')
          ? FileCode
          : FileText;
  return <Icon size={16} aria-hidden="true" className="shrink-0 text-ink-2" />;
}
