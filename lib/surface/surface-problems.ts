import type { Surface, SurfaceComponent } from './surface.ts';

/**
 * What the schema cannot say: ids are unique, every named component exists, `root` exists, none contains itself,
 * none is left over, and buttons have texts. One sentence each, for the model; empty when nothing is wrong.
 */
export function surfaceProblems({ components }: Surface): readonly string[] {
  const byId = new Map(components.map((component) => [component.id, component]));
  const problems = duplicates(components).map((id) => `Two components have the id "${id}".`);
  if (!byId.has('root')) problems.push('No component has the id "root".');
  for (const component of components) {
    for (const { field, id } of namedBy(component))
      if (!byId.has(id))
        problems.push(`"${component.id}" (${component.component}): ${field} names "${id}", which does not exist.`);
    const label = component.component === 'Button' ? byId.get(component.child) : undefined;
    if (label && label.component !== 'Text')
      problems.push(`"${component.id}" (Button): child has to be a Text, not a ${label.component}.`);
  }
  return problems.length > 0 ? problems : treeProblems(byId);
}

/** Each component once, below `root`. */
function treeProblems(byId: ReadonlyMap<string, SurfaceComponent>): readonly string[] {
  const shown = new Set<string>();
  const waiting = ['root'];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (shown.has(id)) return [`"${id}" is named by more than one component, or contains itself.`];
    shown.add(id);
    const component = byId.get(id);
    if (component) waiting.push(...namedBy(component).map(({ id: below }) => below));
  }
  return [...byId.keys()].filter((id) => !shown.has(id)).map((id) => `"${id}" is not shown: no component below "root" names it.`);
}

function namedBy(component: SurfaceComponent): readonly { field: string; id: string }[] {
  if ('children' in component) return component.children.map((id, index) => ({ field: `children[${index}]`, id }));
  if ('child' in component) return [{ field: 'child', id: component.child }];
  if ('tabs' in component) return component.tabs.map(({ child: id }, index) => ({ field: `tabs[${index}].child`, id }));
  return [];
}

function duplicates(components: readonly SurfaceComponent[]): readonly string[] {
  const ids = components.map(({ id }) => id);
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
