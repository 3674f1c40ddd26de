import type { Paise } from './rupees.ts'

const BELOW_TWENTY = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
] as const
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const
const GROUPS = [
  { size: 1_00_00_000, name: 'crore' },
  { size: 1_00_000, name: 'lakh' },
  { size: 1_000, name: 'thousand' },
  { size: 100, name: 'hundred' },
] as const

/** As it is read aloud in India, where a zero too many is heard: "one lakh twenty thousand rupees and five paise". */
export function rupeesInWords(amount: Paise): string {
  const rupees = Number(amount / 100n)
  const rest = Number(amount % 100n)
  const whole = rupees === 0 ? '' : `${numberInWords(rupees)} ${rupees === 1 ? 'rupee' : 'rupees'}`
  const parts = rest === 0 ? '' : `${numberInWords(rest)} ${rest === 1 ? 'paisa' : 'paise'}`
  if (whole === '' && parts === '') return 'zero rupees'
  return [whole, parts].filter((text) => text !== '').join(' and ')
}

function numberInWords(n: number): string {
  const group = GROUPS.find(({ size }) => n >= size)
  if (group === undefined) return belowHundred(n)
  const rest = n % group.size
  const head = `${numberInWords(Math.floor(n / group.size))} ${group.name}`
  return rest === 0 ? head : `${head} ${numberInWords(rest)}`
}

function belowHundred(n: number): string {
  if (n < BELOW_TWENTY.length) return BELOW_TWENTY[n] ?? ''
  const ones = BELOW_TWENTY[n % 10] ?? ''
  const tens = TENS[Math.floor(n / 10)] ?? ''
  return ones === '' ? tens : `${tens}-${ones}`
}
