/** The workspace of all sample reviews. No token belongs to it. */
export const SAMPLE_WORKSPACE_ID = '0'.repeat(26);
