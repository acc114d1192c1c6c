import type { CodeLanguage } from '#components/code-editor/code-language.ts';

/** A stretch of a text, by offsets. */
export type CodeStretch = { readonly from: number; readonly to: number };

export type CodeSuggestion = { readonly name: string; readonly value: string; readonly typed: string };

export type CodeFix = { readonly title: string; readonly run: () => void };

export type CodeProblem = {
  readonly line: number;
  /** Missing where it is the whole line. */
  readonly column?: number;
  /** Missing where it is one word. */
  readonly endColumn?: number;
  readonly message: string;
  readonly isError: boolean;
  /** What mends it, the likeliest first. */
  readonly fixes?: readonly CodeFix[] | undefined;
};

/** What the writer of a text is helped with. */
export type CodeHelp = {
  /** Completions that replace the stretch at the caret. */
  readonly suggest: (text: string, caret: number) => (CodeStretch & { items: readonly CodeSuggestion[] }) | undefined;
  /** What is known of the words at an offset, as plain text. */
  readonly explain: (text: string, offset: number) => (CodeStretch & { lines: readonly string[] }) | undefined;
  /** Where references stand. */
  readonly chipsIn: (text: string) => readonly CodeStretch[];
  /** The text to insert for a reference at the caret. Missing where references are not allowed. */
  readonly typedFor?: (text: string, caret: number, reference: string) => string;
};

export type CodeEditorHandle = {
  /** Writes a reference at the caret. */
  insert(reference: string): void;
  /** Puts the caret at a position, shows it and focuses the text. */
  goTo(position: Pick<CodeProblem, 'line' | 'column'>): void;
};

export type CodeEditorProps = {
  readonly label: string;
  readonly language: CodeLanguage;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly help?: CodeHelp | undefined;
  /** What a JSON text is checked and completed by. */
  readonly schema?: object | undefined;
  readonly problems: readonly CodeProblem[];
  /** The schema only completes and explains: `problems` has what is wrong. @defaultValue false */
  readonly hasOwnChecks?: boolean;
  /** `fill`: as high as what is around it. `grow`: as high as its text, within limits. @defaultValue fill */
  readonly size?: 'fill' | 'grow';
  /** Shown while there is no text. */
  readonly placeholder?: string | undefined;
  /** It has the caret from the start. */
  readonly isFocused?: boolean;
  readonly onLeave?: () => void;
  /** Called once it is there. */
  readonly onOpened?: (opened: CodeEditorHandle) => void;
};
