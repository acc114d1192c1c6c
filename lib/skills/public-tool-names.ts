/** What `allowed-tools` of public skills call tools that are here under another id. */
const ids: Readonly<Record<string, string>> = {
  read: 'read_file',
  write: 'write_file',
  edit: 'edit_file',
  multiedit: 'edit_file',
  glob: 'list_files',
  ls: 'list_files',
  grep: 'search_content',
  bash: 'execute_command',
  websearch: 'web_search',
  webfetch: 'read_url',
  task: 'sub-agent',
};

const publicNames: Readonly<Record<string, string>> = {
  read_file: 'Read',
  write_file: 'Write',
  edit_file: 'Edit',
  list_files: 'Glob',
  search_content: 'Grep',
  execute_command: 'Bash',
  web_search: 'WebSearch',
  read_url: 'WebFetch',
  'sub-agent': 'Task',
};

/** The id of a tool of a skill: `Bash(git:*)` is `execute_command`; unknown names are their own ids. */
export function skillToolId(name: string): string {
  const [before = ''] = name.split('(', 1);
  const bare = before.trim();
  const known = ids[bare.toLowerCase()];
  return known !== undefined && /^[A-Z]/.test(bare) ? known : bare;
}

/** What public skills call a tool; its own id where they have no name for it. */
export function publicToolName(id: string): string {
  return publicNames[id] ?? id;
}

/** `Bash(git:*) Read, Grep` as its names. Spaces and commas inside brackets belong to a name. */
export function splitToolNames(text: string): string[] {
  const names: string[] = [];
  let name = '';
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth++;
    if (char === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && /[\s,]/.test(char)) {
      names.push(name);
      name = '';
    } else name += char;
  }
  return [...names, name].filter((part) => part !== '');
}
