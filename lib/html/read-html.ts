import { type Token, Tokenizer, TokenizerMode } from 'parse5';

/** Receives the parts of a page in document order. Tags are not balanced. */
export interface HtmlReader {
  /** Names are in lower case. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  /** Character references are replaced. */
  text(text: string): void;
}

/** Elements whose content contains no tags and ends at their own end tag. RCDATA is visible text. */
const contentModes: ReadonlyMap<string, Tokenizer['state']> = new Map<string, Tokenizer['state']>([
  ['script', TokenizerMode.SCRIPT_DATA],
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes'].map((name) => [name, TokenizerMode.RAWTEXT] as const),
  ...['title', 'textarea'].map((name) => [name, TokenizerMode.RCDATA] as const),
]);

const HEAD_CHARS = 2000;
const XHTML = /^\s*<\?xml\s|\/\/DTD XHTML |http:\/\/www\.w3\.org\/1999\/xhtml/;

/**
 * Reads any text as HTML in linear time; never throws. Uses only parse5's tokenizer: building its
 * tree needs several times as long and holds all of it in memory.
 */
export function readHtml(html: string, reader: HtmlReader): void {
  const isXhtml = XHTML.test(html.slice(0, HEAD_CHARS));
  let isHidden = false;
  // The tokenizer reports whitespace separately.
  let pending = '';
  const collect = ({ chars }: Token.CharacterToken) => {
    if (!isHidden) pending += chars;
  };
  const flush = () => {
    if (pending !== '') reader.text(pending);
    pending = '';
  };
  const ignore = () => {};
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      onStartTag: ({ tagName, attrs, selfClosing }) => {
        flush();
        reader.open(tagName, new Map(attrs.map(({ name, value }) => [name, value])));
        const mode = contentModes.get(tagName);
        // In XHTML an element without an end. As HTML, `<title/>` would hide the rest of the page.
        if (selfClosing && (isXhtml || mode !== undefined)) return reader.close(tagName);
        if (mode === undefined) return;
        tokenizer.state = mode;
        tokenizer.lastStartTagName = tagName;
        isHidden = mode !== TokenizerMode.RCDATA;
      },
      onEndTag: ({ tagName }) => {
        flush();
        isHidden = false;
        reader.close(tagName);
      },
      onCharacter: collect,
      onWhitespaceCharacter: collect,
      onNullCharacter: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onEof: flush,
    },
  );
  // For CDATA sections, which only XML has.
  tokenizer.inForeignNode = isXhtml;
  tokenizer.write(html, true);
}
