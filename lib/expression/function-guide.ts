import { type CelFunction, celFunctions, functionGroups } from './cel-functions.ts';

const titles: Readonly<Record<CelFunction['group'], string>> = {
  choice: 'Choices and tests',
  text: 'Text',
  number: 'Numbers',
  list: 'Lists',
  object: 'Objects',
  date: 'Dates',
};

const introduction = `<!-- Generated from lib/expression/cel-functions.ts by \`npm run generate\`. Do not edit. -->

# Expressions

A value of a node may contain references and expressions:

| written | is |
| --- | --- |
| \`{{start.name}}\` | a value of an earlier node |
| \`{{ start.name \\| upcase }}\` | the same through a [Liquid](https://liquidjs.com/filters/overview.html) filter |
| \`{{= start.total > 100 ? "big" : "small" }}\` | an expression in [CEL](https://cel.dev), with the functions below |
| \`{{branch.check}}\` | the output that \`check\` took: a condition, switch, classifier, approval, or a node with an error branch |
| \`{% for item in start.items %}{{= item.price * 2 }}{% endfor %}\` | a text for each item of a list |

A value that is exactly one \`{{…}}\` keeps the type of its value; in a text objects and lists are written as JSON. Conditions
(\`condition\`, \`switch\`, \`loop\`) are CEL without braces. Entries of lists are numbered from 0; \`{{start.items[-1]}}\` is the
last one, in an expression \`{{= start.items.slice(-1)[0] }}\`. The current time is \`{{= now() }}\`, or \`{{ "now" | date: "%F" }}\` in a
filter; only the first is recorded with the node.

Functions can be called on their first value or with it: \`start.name.lower()\` and \`lower(start.name)\` are the same. An
expression takes at most 100,000 steps, one for each item that it looks at.
`;

/** The page of the functions of expressions, in Markdown. */
export function functionGuide(): string {
  const groups = functionGroups.map((group) => {
    const rows = celFunctions.filter((one) => one.group === group).map(rowOf);
    return `## ${titles[group]}\n| function | gives | example |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return [introduction, ...groups].join('\n');
}

function rowOf({ form, summary, examples }: CelFunction): string {
  const shown = examples.map(({ source, gives }) => `\`${source}\` is \`${JSON.stringify(gives)}\``).join('; ');
  return `| ${[`\`${form}\``, summary, shown].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
