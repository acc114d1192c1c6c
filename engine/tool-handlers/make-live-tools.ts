import type { ToolKit } from '../contract/tool-kit.ts';

type LiveTools<Config> = {
  readonly makeKit: (config: Config) => ToolKit;
  /** A changed config has settings of a tool that does not exist. The tools before it stay. */
  readonly onUnusable: (error: unknown) => void;
};

/** The tools of a config that may change while runs execute: every read of the kit uses the current config. */
export function makeLiveTools<Config>(readConfig: () => Config, { makeKit, onUnusable }: LiveTools<Config>): ToolKit {
  let config = readConfig();
  let kit = makeKit(config);
  const kitNow = () => {
    const current = readConfig();
    if (current === config) return kit;
    config = current;
    try {
      kit = makeKit(current);
    } catch (error) {
      onUnusable(error);
    }
    return kit;
  };
  return {
    ...kit,
    get search() {
      return kitNow().search;
    },
    get commands() {
      return kitNow().commands;
    },
    get settings() {
      return kitNow().settings;
    },
    get capabilities() {
      return kitNow().capabilities;
    },
  };
}
