/** What may be shown of a GitHub App that was created. */
export interface CreatedApp {
  slug: string;
  pageUrl: string;
  installUrl: string;
}

export interface ManifestForm {
  /** Where on GitHub it is posted to, with a state that is good for an hour and one App. */
  action: string;
  manifest: Readonly<Record<string, unknown>>;
  /** Whether GitHub can send events to the service's address. */
  reachable: boolean;
}

export type CreationResult =
  /** `lost`: GitHub made the App, but its credentials could not be stored. */
  | { outcome: 'created' | 'exists' | 'lost'; app: CreatedApp }
  /** `down`: the same code may be tried again; `spent`: it is unknown, used up or too old. */
  | { outcome: 'wrong_state' | 'expired' | 'used' | 'down' | 'spent' | 'unreadable' };

/** Creates the GitHub App from a page of the service; every process over the same database does it alike. */
export interface AppCreation {
  isSecret(given: string): Promise<boolean>;
  /** What the browser of somebody who knew the secret keeps; it shows what was created too. */
  pass(): Promise<string>;
  isPass(given: string): Promise<boolean>;
  /** @param owner the organization that shall own the App; null: the person who is signed in at GitHub */
  form(owner: string | null): Promise<ManifestForm>;
  /** @throws when the database does not answer before GitHub is asked */
  finish(code: string, state: string): Promise<CreationResult>;
  app(): Promise<CreatedApp | null>;
}
