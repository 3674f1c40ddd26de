/** The meaning of a state's colour. */
export type Tone = 'success' | 'pending' | 'failed' | 'created' | 'calm'
