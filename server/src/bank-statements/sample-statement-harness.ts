/** Statements as banks and providers give them out, with invented people: the shape is theirs, nothing else. */
export interface SampleStatement {
  readonly name: string
  readonly text: string
  /** UTR (or none) and rupees of each payment in it, in order. */
  readonly credits: readonly (readonly [utr: string | null, rupees: string])[]
  /** Of the first payment, in UTC; a day's beginning where the file tells the day alone. */
  readonly firstAt: string
  readonly payer?: string
}

export const lines = (...rows: string[]): string => `${rows.join('\r\n')}\r\n`

export const DAY = '2026-11-20T18:30:00.000Z'
