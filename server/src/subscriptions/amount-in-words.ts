const SMALL = [
  '',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
] as const
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'] as const

const belowHundred = (n: number): string =>
  n < SMALL.length ? (SMALL[n] ?? '') : [TENS[Math.floor(n / 10)], SMALL[n % 10]].filter(Boolean).join(' ')

/** Indian English: thousand, lakh, crore. */
const inWords = (n: bigint): string => {
  if (n >= 10_000_000n) return joined(`${inWords(n / 10_000_000n)} Crore`, n % 10_000_000n)
  if (n >= 100_000n) return joined(`${belowHundred(Number(n / 100_000n))} Lakh`, n % 100_000n)
  if (n >= 1_000n) return joined(`${belowHundred(Number(n / 1_000n))} Thousand`, n % 1_000n)
  if (n >= 100n) return joined(`${belowHundred(Number(n / 100n))} Hundred`, n % 100n)
  return belowHundred(Number(n))
}

const joined = (head: string, rest: bigint): string => (rest === 0n ? head : `${head} ${inWords(rest)}`)

/** Writes an amount as Indian invoices do: "Rupees Seven Thousand Nine Hundred Ninety Nine Only". */
export const amountInWords = (paise: bigint): string => {
  const rupees = paise / 100n
  const rest = Number(paise % 100n)
  const whole = rupees === 0n ? 'Zero' : inWords(rupees)
  const fraction = rest === 0 ? '' : ` and ${belowHundred(rest)} Paise`
  return `Rupees ${whole}${fraction} Only`
}
