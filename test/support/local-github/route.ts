import type { paths } from '@octokit/openapi-types';
import type { Route } from './proxy.ts';
import { patternOf } from './published/index.ts';

type Method<Template extends keyof paths> = Uppercase<keyof paths[Template] & string>;

/**
 * What a route of ours answers: an operation of GitHub's published description and nothing else. Its parameters are the
 * template's in order, owner and name of a repository as one (`octo/site`).
 */
export function on<Template extends keyof paths & string>(
  method: Method<Template>,
  template: Template,
): Pick<Route, 'method' | 'path' | 'template'> {
  return { method, template, path: patternOf(template) };
}
