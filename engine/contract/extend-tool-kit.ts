import type { ToolKit } from './tool-kit.ts';

type More = Pick<ToolKit, 'definitions'> & Partial<Pick<ToolKit, 'settings' | 'handlers' | 'documents' | 'documentWriter'>>;

/** The kit with more tools. What an administrator changes in the kit later applies here too. */
export function extendToolKit(
  kit: ToolKit,
  { definitions, settings = {}, handlers = {}, documents = kit.documents, documentWriter = kit.documentWriter }: More,
): ToolKit {
  return {
    ...kit,
    definitions: { ...kit.definitions, ...definitions },
    handlers: { ...kit.handlers, ...handlers },
    documents,
    documentWriter,
    get search() {
      return kit.search;
    },
    get commands() {
      return kit.commands;
    },
    get settings() {
      return { ...kit.settings, ...settings };
    },
    get capabilities() {
      return kit.capabilities;
    },
  };
}
