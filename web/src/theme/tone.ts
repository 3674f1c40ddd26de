/** What a colour says of a state. */
export type Tone = 'success' | 'pending' | 'failed' | 'created' | 'calm'
