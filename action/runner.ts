import * as core from '@actions/core';
import { EnvHttpProxyAgent, setGlobalDispatcher } from 'undici';
import { withoutControls } from '../app/render/markdown.ts';
import { ActionError, Skip } from './error.ts';
import { type Inputs, parseInputs } from './inputs.ts';
import { keepSecret, notice, warn, withoutSecrets } from './log.ts';
import { main } from './main.ts';
import { emptyReport, outputsOf, renderSummary } from './report.ts';

/** Reads the inputs, runs the steps, and writes outputs and summary however the run ends. Never throws. */
export async function run(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const report = emptyReport();
  try {
    useProxy(env);
    // Checked first, whatever the inputs: a merge queue's run has no pull request to fill them from.
    if (env.GITHUB_EVENT_NAME === 'merge_group')
      throw new Skip('A merge queue run: its pull requests are reviewed on their own.');
    const inputs = parseInputs((name) => core.getInput(name));
    report.name = inputs.name;
    mask(inputs);
    await main(inputs, report, env);
  } catch (error) {
    if (error instanceof Skip) {
      report.skipped = withoutSecrets(error.message);
      if (error.level === 'warning') warn(report.skipped);
      else notice(report.skipped);
    } else {
      const text = error instanceof ActionError ? error.message : `Unexpected: ${String(error)}`;
      report.failure = withoutSecrets(text);
      if (error instanceof Error && !(error instanceof ActionError)) core.debug(withoutSecrets(error.stack ?? ''));
      core.setFailed(withoutControls(report.failure));
    }
  }
  for (const [name, value] of Object.entries(outputsOf(report))) core.setOutput(name, withoutSecrets(value));
  if (env.GITHUB_STEP_SUMMARY !== undefined)
    await core.summary.addRaw(withoutSecrets(renderSummary(report)), true).write();
}

/** Masks the inputs that must never be in the log. A link is logged only where it was meant to be seen. */
function mask(inputs: Inputs): void {
  // A header as short as “de” is no secret, and masking it would make the log unreadable.
  const values = [...Object.values(inputs.headers), ...inputs.cookies.map(({ value }) => value)];
  const long = values.filter((value) => value.length >= 8);
  for (const secret of [inputs.token, inputs['github-token'], ...long]) keepSecret(secret);
}

/** Uses the proxy that a runner names in the environment, which `fetch` does not read by itself. */
function useProxy({ http_proxy, HTTP_PROXY, https_proxy, HTTPS_PROXY }: NodeJS.ProcessEnv): void {
  if (http_proxy || HTTP_PROXY || https_proxy || HTTPS_PROXY) setGlobalDispatcher(new EnvHttpProxyAgent());
}
