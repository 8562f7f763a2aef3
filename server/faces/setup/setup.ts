/** What may be told of an App that was created. */
export interface CreatedApp {
  slug: string;
  pageUrl: string;
  installUrl: string;
}

export interface ManifestForm {
  /** Where on GitHub it is posted to, state included. */
  action: string;
  manifest: Readonly<Record<string, unknown>>;
  /** Whether GitHub can send events here. */
  reachable: boolean;
}

export type Finished =
  | { outcome: 'created' | 'exists' | 'lost'; app: CreatedApp }
  | { outcome: 'wrong_state' | 'expired' | 'used' | 'down' | 'spent' | 'unreadable' };

/** Creating the GitHub App, as its pages need it. */
export interface Setup {
  isSecret(given: string): Promise<boolean>;
  /** What the browser of somebody who knew the secret keeps. */
  pass(): Promise<string>;
  isPass(given: string): Promise<boolean>;
  form(owner: string | null): Promise<ManifestForm>;
  finish(code: string, state: string): Promise<Finished>;
  app(): Promise<CreatedApp | null>;
}

export interface SetupHere {
  setup: Setup;
  /** Whether the created App runs in this process. */
  runs: boolean;
  /**
   * Makes the App ready to run in this process.
   * @returns what begins with it, once the answer is out; null when it cannot run
   */
  prepare(): Promise<(() => void) | null>;
}

/** `environment`: the App's credentials come from there; `elsewhere`: it runs on its own. */
export type SetupState = SetupHere | 'environment' | 'elsewhere';
