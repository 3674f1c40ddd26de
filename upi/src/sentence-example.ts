import { BANKS } from './bank-header.ts'
import { BANK_SENTENCES } from './sentences/bank-sentence.ts'

const FILLED: Readonly<Record<string, string>> = {
  money: 'Rs.499.00',
  amount: '499.00',
  account: 'A/c XX1234',
  digits: 'XX1234',
  other: 'A/c XX5678',
  customer: 'Asha',
  first: 'Asha',
  masked: 'XXXXXX5678',
  when: '21-11-26',
  sent: '21-11-26',
  balance: 'Avl Bal Rs.900.00. ',
  vpa: 'asha@okaxis',
  own: 'shop@ybl',
  ifsc: 'HDFC',
  utr: '612345678901',
  payer: 'ASHA RAO',
  rest: 'ASHA RAO',
  tail: '',
}

/** An example message of a sentence, without optional parts, with invented people and numbers. */
export const exampleOf = (sentence: string): string =>
  sentence
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/<([^<|>]*)(?:\|[^<>]*)?>/g, '$1')
    .replace(/\{(\w+)\}/g, (_all, slot: string) => FILLED[slot] ?? '')
    .replace(/ {2,}/g, ' ')
    .trim()

export interface TrustedBank {
  readonly name: string
  /** Its senders as the phone shows them. */
  readonly senders: readonly string[]
  readonly examples: readonly string[]
}

/** The banks whose SMS can settle an order, sorted by name. */
export const TRUSTED_BANKS: readonly TrustedBank[] = BANKS.flatMap(({ id, name, headers }) => {
  const sentences = BANK_SENTENCES[id] ?? []
  return sentences.length === 0
    ? []
    : [{ name, senders: headers.map((header) => `VM-${header}`), examples: sentences.map(exampleOf) }]
}).sort((a, b) => a.name.localeCompare(b.name))
