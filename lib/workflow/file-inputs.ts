import type { StartInput } from './start-inputs.ts';

/** Files of one input. */
export const MAX_INPUT_FILES = 100;

/** True for an input whose value is a file or a list of files. */
export function isFileInput({ type }: Pick<StartInput, 'type'>): boolean {
  return type === 'file' || type === 'files';
}

/** A file among the inputs of a run. */
export type InputFile = { readonly name: string; readonly path: string; readonly value: unknown };

/** The files among the inputs of a run: one for an input of one file, any number for an input of several. */
export function inputFilesOf(declared: readonly StartInput[], inputs: Readonly<Record<string, unknown>>): InputFile[] {
  return declared.filter(isFileInput).flatMap(({ name, type }) => {
    const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (value === undefined) return [];
    const path = `inputs.${name}`;
    if (type === 'file' || !Array.isArray(value)) return [{ name, path, value }];
    return value.map((one: unknown, index) => ({ name, path: `${path}[${index}]`, value: one }));
  });
}

/** The inputs that the files of a message go to. */
export type FileSlots = {
  /** Each takes one file, in order. */
  readonly fileInputs: string[];
  /** Takes all files after those, as a list. Null where there is none. */
  readonly filesInput: string | null;
};

/** The first input of several files takes the rest, so file inputs after it are not filled. */
export function fileSlotsOf(declared: readonly StartInput[]): FileSlots {
  const inputs = declared.filter(isFileInput);
  const at = inputs.findIndex(({ type }) => type === 'files');
  const single = at < 0 ? inputs : inputs.slice(0, at);
  return { fileInputs: single.map(({ name }) => name), filesInput: inputs[at]?.name ?? null };
}

/** How many files a message may have. */
export function slotCount({ fileInputs, filesInput }: FileSlots): number {
  return fileInputs.length + (filesInput === null ? 0 : MAX_INPUT_FILES);
}

/** Inputs with the files of a message. Files for which there is no input are omitted: compare `slotCount` first. */
export function placeFiles<T>({ fileInputs, filesInput }: FileSlots, files: readonly T[]): Record<string, T | T[]> {
  const rest = files.slice(fileInputs.length);
  const single = fileInputs.slice(0, files.length).map((name, index) => [name, files[index] as T] as const);
  return Object.fromEntries<T | T[]>([
    ...single,
    ...(filesInput !== null && rest.length > 0 ? [[filesInput, rest] as const] : []),
  ]);
}
