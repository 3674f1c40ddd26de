import type { Paise } from '../rupees.ts'
import { hundredsOf, type Numerals, numberInWords } from './indian-numerals.ts'

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

const BELOW_HUNDRED = Array.from({ length: 100 }, (_each, n) => {
  if (n < BELOW_TWENTY.length) return BELOW_TWENTY[n] ?? ''
  return [TENS[Math.floor(n / 10)], BELOW_TWENTY[n % 10]].filter((each) => each !== '').join('-')
})

const ENGLISH: Numerals = {
  belowHundred: BELOW_HUNDRED,
  hundreds: hundredsOf(BELOW_HUNDRED, 'hundred'),
  units: ['thousand', 'lakh', 'crore'],
}

/** Writes an amount in words, so that one zero too many is noticed: "one lakh twenty thousand rupees and five paise". */
export function rupeesInWords(amount: Paise): string {
  const rupees = Number(amount / 100n)
  const rest = Number(amount % 100n)
  const whole = rupees === 0 ? '' : `${numberInWords(rupees, ENGLISH)} ${rupees === 1 ? 'rupee' : 'rupees'}`
  const parts = rest === 0 ? '' : `${numberInWords(rest, ENGLISH)} ${rest === 1 ? 'paisa' : 'paise'}`
  if (whole === '' && parts === '') return 'zero rupees'
  return [whole, parts].filter((text) => text !== '').join(' and ')
}

const inCapitals = (n: number): string =>
  numberInWords(n, ENGLISH)
    .replaceAll('-', ' ')
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** Writes an amount as Indian invoices do: "Rupees Seven Thousand Nine Hundred Ninety Nine Only". */
export function invoiceWords(amount: bigint): string {
  const rupees = Number(amount / 100n)
  const rest = Number(amount % 100n)
  const fraction = rest === 0 ? '' : ` and ${inCapitals(rest)} Paise`
  return `Rupees ${rupees === 0 ? 'Zero' : inCapitals(rupees)}${fraction} Only`
}
