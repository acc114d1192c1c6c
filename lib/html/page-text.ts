import { makeCellAligner } from './align-cells.ts';
import { readHtml } from './read-html.ts';
import { type SkippedParts, type TextFormat, TextWriter } from './text-writer.ts';

export type PageText = {
  readonly title: string | undefined;
  readonly text: string;
  readonly skipped: SkippedParts;
};

/** Below this length the marked main content is probably incomplete. */
const MIN_CONTENT_CHARS = 200;

/**
 * The readable text of a page: its main content (`main`, else `article`), else everything except
 * navigation, footers and the like. Accepts any text; never throws.
 * @param baseUrl base of relative links
 */
export function pageText(html: string, { format, baseUrl }: { format: TextFormat; baseUrl: string }): PageText {
  const seen = new Set<string>();
  let base = baseUrl;
  readHtml(html, {
    open(name, attributes) {
      seen.add(attributes.get('role') === 'main' ? 'main' : name);
      const href = name === 'base' ? attributes.get('href') : undefined;
      if (href !== undefined && base === baseUrl && URL.canParse(href, baseUrl)) base = new URL(href, baseUrl).href;
    },
    close: () => {},
    text: () => {},
  });
  const content = ['main', 'article'].find((name) => seen.has(name));
  const { around } = makeCellAligner(html);
  const write = (within: string | undefined) => {
    const writer = new TextWriter({ format, baseUrl: base, within });
    readHtml(html, around(writer));
    return writer.finish();
  };
  const part = write(content);
  if (content === undefined || part.text.length >= MIN_CONTENT_CHARS) return part;
  const whole = write(undefined);
  return part.text.length * 2 >= whole.text.length ? part : whole;
}
