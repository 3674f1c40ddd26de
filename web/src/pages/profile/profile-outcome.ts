/** What became of a save, for the banner. */
export interface ProfileOutcome {
  readonly tone: 'success' | 'failed'
  readonly message: string
}
