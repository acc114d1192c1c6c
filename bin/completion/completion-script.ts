import type { CommandDefinition } from '../define-command.ts';
import { UsageError } from '../usage-error.ts';

type Commands = readonly CommandDefinition[];

const scripts: Readonly<Record<string, (commands: Commands) => string>> = { bash, zsh, fish };

/** Completes commands, their actions and options, and else files. @throws {UsageError} for another shell */
export function completionScript(shell: string, commands: Commands): string {
  const make = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (make) return make(commands);
  throw new UsageError(`There is completion for ${Object.keys(scripts).join(', ')}, not for '${shell}'`);
}

/** The first operand of commands that take one of several words, as `list|approve|reject`. */
function actionsOf({ usage }: CommandDefinition): string[] {
  const [first = ''] = usage.split(' ');
  return /^[a-z]+(?:\|[a-z]+)+$/.test(first) ? first.split('|') : [];
}

function optionsOf({ options }: CommandDefinition): string[] {
  return [...Object.keys(options), 'help'].map((name) => `--${name}`);
}

function bash(commands: Commands): string {
  const names = [...commands.map(({ name }) => name), 'help'].join(' ');
  const cases = commands.map((command) => {
    const words = actionsOf(command).join(' ');
    return `    ${command.name}) options="${optionsOf(command).join(' ')}"; actions="${words}" ;;`;
  });
  return `# bash completion of threadloom
_threadloom() {
  local word="\${COMP_WORDS[COMP_CWORD]}" options="" actions=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --version --help" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    help) COMPREPLY=($(compgen -W "${names}" -- "$word")); return ;;
  esac
  if [ "\${word#-}" != "$word" ]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [ "$COMP_CWORD" -eq 2 ] && [ -n "$actions" ]; then
    COMPREPLY=($(compgen -W "$actions" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _threadloom threadloom
`;
}

function zsh(commands: Commands): string {
  const list = commands.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`);
  const cases = commands.map((command) => {
    const options = Object.entries(command.options).map(
      ([name, { help, kind }]) => `'--${name}[${bracketed(help)}]${kind === 'flag' ? '' : ': :_files'}'`,
    );
    const words = actionsOf(command);
    const first = words.length > 0 ? `'1: :(${words.join(' ')})'` : "'1: :_files'";
    return `    ${command.name}) _arguments '--help[Shows help]' ${[...options, first].join(' ')} '*: :_files' ;;`;
  });
  return `#compdef threadloom
_threadloom() {
  local -a commands
  commands=(
${list.join('\n')}
    'help:What a command does and takes'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
${cases.join('\n')}
    help) _describe command commands ;;
  esac
}
if [ "$funcstack[1]" = "_threadloom" ]; then
  _threadloom "$@"
else
  compdef _threadloom threadloom
fi
`;
}

function fish(commands: Commands): string {
  const lines = commands.flatMap((command) => {
    const { name, summary, options } = command;
    const seen = `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c threadloom -n __fish_use_subcommand -a ${name} -d '${quoted(summary)}'`,
      ...actionsOf(command).map((word) => `complete -c threadloom ${seen} -a ${word}`),
      ...Object.entries(options).map(
        ([option, { help, kind }]) =>
          `complete -c threadloom ${seen} -l ${option}${kind === 'flag' ? '' : ' -r'} -d '${quoted(help)}'`,
      ),
    ];
  });
  return `# fish completion of threadloom\n${lines.join('\n')}\n`;
}

/** In a text between single quotes. Ends of quotes differ between shells, so that a text has none. */
function quoted(text: string): string {
  return text.replaceAll("'", '’').replaceAll(':', ' -');
}

function bracketed(text: string): string {
  return quoted(text).replaceAll('[', '(').replaceAll(']', ')');
}
