import type { paths } from '@octokit/openapi-types';
import type { Route } from './proxy.ts';
import { patternOf } from './published/index.ts';

type Method<Template extends keyof paths> = Uppercase<keyof paths[Template] & string>;

/**
 * Returns a route of ours, whose template must be in GitHub's published description. Its parameters are the template's
 * in order; owner and name of a repository are one (`octo/site`).
 */
export function on<Template extends keyof paths & string>(
  method: Method<Template>,
  template: Template,
): Pick<Route, 'method' | 'path' | 'template'> {
  return { method, template, path: patternOf(template) };
}
