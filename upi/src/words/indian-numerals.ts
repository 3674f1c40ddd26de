/** How a language of India reads whole numbers. */
export interface Numerals {
  /** The words for 0 to 99. */
  readonly belowHundred: readonly string[]
  /** The words for 100, 200 and so on to 900. */
  readonly hundreds: readonly string[]
  /** The word for 100 if nothing follows, if the language has one. */
  readonly exactHundred?: string
  /** The words for thousand, lakh and crore. */
  readonly units: readonly [string, string, string]
  /** Before what is below a hundred, where a larger part comes first. */
  readonly and?: string
}

/** Says each hundred as its number and a word: "four hundred". */
export const hundredsOf = (belowHundred: readonly string[], hundred: string): readonly string[] =>
  belowHundred.slice(1, 10).map((each) => `${each} ${hundred}`)

/** "एक लाख चौबीस हज़ार नौ सौ पचास" */
export const numberInWords = (n: number, numerals: Numerals): string => {
  const { belowHundred, hundreds, exactHundred, units, and = '' } = numerals
  const [thousand, lakh, crore] = units
  const parts: string[] = []
  if (n >= 1_00_00_000) parts.push(`${numberInWords(Math.floor(n / 1_00_00_000), numerals)} ${crore}`)
  const lakhs = Math.floor(n / 1_00_000) % 100
  if (lakhs > 0) parts.push(`${belowHundred[lakhs]} ${lakh}`)
  const thousands = Math.floor(n / 1_000) % 100
  if (thousands > 0) parts.push(`${belowHundred[thousands]} ${thousand}`)
  const rest = n % 1_000
  if (rest === 100 && exactHundred !== undefined) return [...parts, exactHundred].join(' ')
  if (rest >= 100) parts.push(hundreds[Math.floor(rest / 100) - 1] ?? '')
  if (rest % 100 > 0 || parts.length === 0)
    parts.push(`${parts.length > 0 ? and : ''}${belowHundred[rest % 100]}`)
  return parts.join(' ')
}
