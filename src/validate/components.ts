// The reported components against those that the deployment is expected to have.
import { itemsIn, listIn, type Subject, textIn } from './document.ts';

export function componentsEmpty({ document, findings }: Subject): void {
  if (listIn(document, 'components')?.length !== 0) return;
  findings.add({
    rule: 'meaning.components_empty',
    path: 'components',
    message: 'no component is reported',
    expected: 'at least one component',
    observed: 'an empty list',
  });
}

/** Looks for its names in the whole list, however long it is. */
export function componentsMissing({ deployment, document, findings }: Subject): void {
  const components = listIn(document, 'components');
  if (components === null) return;
  const missing = new Set(deployment.components.expected);
  for (const component of components) {
    const name = textIn(component, 'name');
    if (name !== null) missing.delete(name);
  }
  if (missing.size === 0) return;
  const names = new Set(itemsIn(document, 'components').flatMap((each) => textIn(each, 'name') ?? []));
  const observed = names.size === 0 ? 'no component' : [...names].join(', ');
  for (const name of missing) {
    const message = `the component ${name} is not reported`;
    findings.add({
      rule: 'meaning.components_missing',
      path: 'components',
      message,
      expected: name,
      observed,
    });
  }
}

/** Where nothing is expected, nothing is beyond it. */
export function componentsExtra({ deployment, document, findings }: Subject): void {
  const { expected, exact } = deployment.components;
  if (expected.length === 0 && !exact) return;
  const known = new Set(expected);
  const wanted = expected.length === 0 ? 'no component' : expected.join(', ');
  for (const [index, component] of itemsIn(document, 'components').entries()) {
    const name = textIn(component, 'name');
    if (name === null || known.has(name)) continue;
    findings.add({
      rule: 'meaning.components_extra',
      path: `components[${index}].name`,
      message: 'the component is not among the expected ones',
      expected: wanted,
      observed: name,
    });
  }
}
