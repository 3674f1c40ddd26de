import type { Paise } from '../rupees.ts'
import { ENGLISH } from './english-numerals.ts'
import { numberInWords } from './indian-numerals.ts'

/** Writes an amount in words, so that one zero too many is noticed: "one lakh twenty thousand rupees and five paise". */
export function rupeesInWords(amount: Paise): string {
  const rupees = Number(amount / 100n)
  const rest = Number(amount % 100n)
  const whole =
    rupees === 0 && rest !== 0 ? '' : `${numberInWords(rupees, ENGLISH)} ${rupees === 1 ? 'rupee' : 'rupees'}`
  const parts = rest === 0 ? '' : `${numberInWords(rest, ENGLISH)} ${rest === 1 ? 'paisa' : 'paise'}`
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
  return `Rupees ${inCapitals(rupees)}${fraction} Only`
}
