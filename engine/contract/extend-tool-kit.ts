import type { ToolKit } from './tool-kit.ts';

type More = Pick<ToolKit, 'definitions'> & Partial<Pick<ToolKit, 'settings'>>;

/** The kit with more tools. What an administrator changes in the kit later applies here too. */
export function extendToolKit(kit: ToolKit, { definitions, settings = {} }: More): ToolKit {
  return {
    ...kit,
    definitions: { ...kit.definitions, ...definitions },
    get search() {
      return kit.search;
    },
    get commands() {
      return kit.commands;
    },
    get settings() {
      return { ...kit.settings, ...settings };
    },
    get services() {
      return kit.services;
    },
  };
}
