/** What may be shown of a GitHub App that was created. */
export interface CreatedApp {
  slug: string;
  pageUrl: string;
  installUrl: string;
}

export interface ManifestForm {
  /** The address on GitHub that the form is posted to. Its state is valid for an hour and for one App. */
  action: string;
  manifest: Readonly<Record<string, unknown>>;
  /** Whether GitHub can send events to the service's address. */
  reachable: boolean;
}

export type CreationResult =
  /** `lost`: GitHub made the App, but its credentials could not be stored. */
  | { outcome: 'created' | 'exists' | 'lost'; app: CreatedApp }
  /** `down`: the same code may be tried again; `spent`: the code is unknown, used up or too old. */
  | { outcome: 'wrong_state' | 'expired' | 'used' | 'down' | 'spent' | 'unreadable' };

/** Creates the GitHub App from a page of the service. Every process over the same database can do any of the steps. */
export interface AppCreation {
  isSecret(given: string): Promise<boolean>;
  /** Returns the value that the browser keeps of a person who knew the secret; it also shows what was created. */
  pass(): Promise<string>;
  isPass(given: string): Promise<boolean>;
  /** @param owner the organization that will own the App; null: the person who is signed in at GitHub */
  form(owner: string | null): Promise<ManifestForm>;
  /** @throws when the database does not answer before GitHub is called */
  finish(code: string, state: string): Promise<CreationResult>;
  app(): Promise<CreatedApp | null>;
}
