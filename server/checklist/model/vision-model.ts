/** A finding as the model reports it: unchecked words, and an area in fractions of the part it saw. */
export interface ModelFinding {
  rule: string;
  what: string;
  fix: string;
  /** 0..1 */
  sure: number;
  area: { x: number; y: number; width: number; height: number } | null;
}

export interface TokenCount {
  input: number;
  output: number;
}

/** A vision model that answers questions about the checklist. */
export interface VisionModel {
  /** The provider's name for it */
  name: string;
  /** How many screenshots of one workspace it may be asked about in 24 hours */
  shotsPerDay: number;
  /**
   * Checks one part of a screenshot against the rules. Returns within its own time limit, after at most two attempts.
   * @throws an error for which `isFailure` is true, with a sentence for people, its `reason` as the end of another, and
   * without the key
   */
  ask(question: {
    type: string;
    title: string;
    context: string | null;
    label: string;
    /** `number` of `of`, 1-based, from top to bottom */
    part: { bytes: Buffer; contentType: string; number: number; of: number };
    rules: readonly { id: string; title: string; checks: string }[];
  }): Promise<{ findings: ModelFinding[]; tokens: TokenCount }>;
  isFailure(error: unknown): error is Error & { reason: string; tokens: TokenCount };
}
