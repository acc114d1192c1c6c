'use client';
import { type KeyboardEvent, useId, useRef } from 'react';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { markReferences, type ProblemRange, scopeVariables } from '#components/inspector/expression/mark-references.ts';
import { ReferenceHint, useReferenceHint } from '#components/inspector/expression/reference-hint.tsx';
import { SuggestionList, suggestionId } from '#components/inspector/expression/suggestion-list.tsx';
import { useCompletion } from '#components/inspector/expression/use-completion.ts';
import { useTextTarget } from '#components/inspector/expression/use-text-target.ts';
import type { Framed } from '#components/inspector/field/field-frame.tsx';
import { controlLook } from '#components/ui/control-look.ts';

type ExpressionInputProps = {
  control: Framed;
  text: string;
  mode: 'template' | 'cel';
  /** `line`: no line breaks. `value`: begins as a line and grows. `area`: a text of several lines. */
  size?: 'line' | 'value' | 'area';
  /** Where no element is its label. */
  label?: string;
  /** Where a reference is at fault. */
  wrongAt: readonly ProblemRange[];
  onText: (text: string) => void;
  onLeave?: () => void;
};

/** Shared by the text area and the highlight layer behind it, so that both wrap lines equally. */
const typography =
  '[grid-area:1/1] px-2 py-1 font-mono text-meta leading-[18px] tracking-normal whitespace-pre-wrap wrap-anywhere [font-variant-ligatures:none] [tab-size:4]';
const marks = {
  plain: '',
  expression: 'bg-hover',
  reference: 'rounded-chip bg-accent-bg shadow-[0_0_0_1px_var(--accent-bg)]',
  wrong:
    'rounded-chip bg-failed-bg shadow-[0_0_0_1px_var(--failed-bg)] underline decoration-failed decoration-wavy underline-offset-3',
  doubtful:
    'rounded-chip bg-waiting-bg shadow-[0_0_0_1px_var(--waiting-bg)] underline decoration-waiting decoration-wavy underline-offset-3',
} as const;
/** Without a character after it, a line break at the end has no height in the layer of marks. */
const END = '\u200b';

/** During the drag of a reference, fields that accept it are highlighted. */
const takesLook =
  'in-data-carries-reference:border-dashed in-data-carries-reference:border-accent data-over:border-solid! data-over:outline-2 data-over:outline-accent';

/** A longer text has no marks and a fixed height: their layout would delay each key press. */
const MARKED_CHARS_MAX = 50_000;

const heights = { line: 'max-h-24', value: 'max-h-[40vh]', area: 'min-h-19 max-h-[40vh]' } as const;

/** A text with references to nodes in it: they are marked, and can be chosen from a list while they are written. */
export function ExpressionInput(props: ExpressionInputProps) {
  const { control, label, text, mode, size = 'line', wrongAt, onText, onLeave } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const store = useEditorStore();
  const listId = useId();
  const completion = useCompletion(area, mode);
  const { shown } = completion;
  const target = useTextTarget(area, mode);
  const names = mode === 'cel' || text.includes('=') ? new Set(store.getState().document.nodes.map(({ id }) => id)) : undefined;
  const isNode = (name: string) => names?.has(name) === true || scopeVariables.has(name);
  const isLarge = text.length > MARKED_CHARS_MAX;
  const pieces = isLarge ? [] : markReferences(text, { mode, isNode, wrongAt });
  const isLine = size === 'line';
  const hint = useReferenceHint(layer);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    if (completion.takesKey(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && isLine && !event.ctrlKey && !event.metaKey) event.preventDefault();
  }
  return (
    <div className="grid min-w-0">
      <div
        ref={layer}
        aria-hidden="true"
        className={`${typography} ${heights[size]} pointer-events-none overflow-x-hidden overflow-y-auto rounded-control border border-transparent bg-raised text-transparent`}
      >
        {pieces.map((piece) => (
          <span
            key={piece.offset}
            className={marks[piece.kind]}
            data-piece={piece.kind === 'plain' || piece.kind === 'expression' ? undefined : piece.text}
          >
            {piece.text}
          </span>
        ))}
        {END}
      </div>
      <textarea
        {...control}
        {...target.events}
        {...hint.events}
        ref={area}
        data-takes-references
        data-over={target.isOver || undefined}
        rows={1}
        value={text}
        spellCheck={false}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={shown ? listId : undefined}
        aria-activedescendant={shown ? suggestionId(listId, shown.index) : undefined}
        onChange={(event) => {
          const typed = event.target.value;
          onText(isLine ? typed.replaceAll(/\r?\n/g, ' ') : typed);
          completion.look();
          hint.hide();
        }}
        onSelect={() => shown && completion.look()}
        onScroll={() => layer.current && area.current && layer.current.scrollTo({ top: area.current.scrollTop })}
        onKeyDown={onKeyDown}
        onBlur={() => {
          completion.close();
          onLeave?.();
        }}
        className={`${controlLook} ${typography} ${heights[size]} relative ${isLarge ? 'h-[40vh]' : 'field-sizing-content'} resize-none overflow-x-hidden overflow-y-auto bg-transparent! ${takesLook}`}
      />
      {hint.shown && !shown ? <ReferenceHint {...hint.shown} layer={layer} /> : null}
      {shown ? (
        <SuggestionList
          id={listId}
          items={shown.matches}
          query={shown.at.query}
          index={shown.index}
          layer={layer}
          offset={shown.at.from}
          onChoose={completion.choose}
          onPoint={completion.point}
        />
      ) : null}
    </div>
  );
}
