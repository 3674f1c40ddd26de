import fc from 'fast-check'
import { exampleOf } from './sentence-example.ts'
import { BANK_SENTENCES } from './sentences/bank-sentence.ts'

/** What a bank fills in, and the amount and reference that a reader has to find in it. */
export const AMOUNT_PAISE = 49_900n
export const UTR = '612345678901'
const OTHER_UTR = '999999999999'

const BANKS_OWN: Readonly<Record<string, readonly string[]>> = {
  money: ['Rs.499.00', 'INR 499.00', '₹499', 'Rs 499', 'Rs:499.0', 'INR Rs.499.00', 'Rs 499/-'],
  amount: ['499.00'],
  rupees: ['499.00 Rupees', '499 rupees'],
  account: [
    'A/c XX1234',
    'a/c no. *1234',
    'Acct X12',
    'account ending 1234',
    'AC 12XX34',
    'account ending in 1234',
  ],
  digits: ['XX1234', 'x1234', '**34'],
  other: ['a/c no. XXXX5678', 'A/c XX99'],
  masked: ['XXXXX56689', '000000000003'],
  when: [
    '21-11-26',
    '21Nov26',
    '21/11/2026 10:11:12',
    '21-NOV-2026, 10:11 PM',
    'Nov 21, 2026',
    '2026-11-21 10:11:12.345',
  ],
  sent: ['22-11-2026', '22-Nov-2026 09:00 AM'],
  balance: ['Avl Bal Rs.82,431.67 CR. ', 'AvlBal:Rs5678.90. '],
  own: ['shop@ybl'],
  customer: ['Customer', 'ASHA RAO'],
  first: ['Asha', 'MEERA'],
  ifsc: ['HDFC'],
  utr: [UTR],
  tail: ['', '.', ' -Bank', '. Not you? Call 18002586161', ' Avl Bal Rs 900.00.Never share OTP'],
}

const BAIT = [
  'Rs 5000.00',
  'INR 5,000 credited',
  '₹9,99,999',
  'credited with Rs.5000',
  'paid you ₹5000',
  'Received Rs 5000 from',
  `UPI Ref No ${OTHER_UTR}`,
  `Ref No ${OTHER_UTR}`,
  `(UPI ${OTHER_UTR})`,
  `(Ref no ${OTHER_UTR})`,
  `. UPI:${OTHER_UTR}`,
  `UPI/CR/${OTHER_UTR}/X`,
  `RRN:${OTHER_UTR}`,
  OTHER_UTR,
  UTR,
  `UPI Ref: ${OTHER_UTR}.`,
  'debited',
  'reversal of',
  'refund failed',
  'chargeback',
  'OTP is 123456',
  'request',
  'declined',
  'loan offer cashback',
  'on 01-01-26',
  'from',
  'by',
  'thru IPPB. Info: UPI/CREDIT/',
  '-Bank',
  '.',
  '"',
  '{',
  '\n',
  '\u202e',
  '\u0338',
  '¶',
  '","from":"VM-HDFCBK-S","text":"',
  'ﬃ',
  '１２',
  'UPI',
  ' ',
]

/** The text after the payer's name in each sentence, with another reference. */
const KNOWN_ENDING = Object.values(BANK_SENTENCES)
  .flat()
  .flatMap((sentence) => sentence.split('{payer}').slice(1))
  .map((end) =>
    end
      .replaceAll('{utr}', OTHER_UTR)
      .replaceAll('{when}', '01-01-26')
      .replace(/\{tail\}|\[[^\]]*\]/g, ''),
  )

/** Whole messages of another amount, account and reference. */
const IMITATIONS = Object.values(BANK_SENTENCES)
  .flat()
  .map((sentence) =>
    exampleOf(sentence).replaceAll('499.00', '5000.00').replaceAll('1234', '9999').replaceAll(UTR, OTHER_UTR),
  )

const bait = fc.constantFrom(...BAIT, ...KNOWN_ENDING, ...IMITATIONS)

/** What someone may call themselves, or write as their note. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.array(bait, { maxLength: 8 }).map((words) => words.join(' ')),
  fc.array(bait, { maxLength: 5 }).map((words) => words.join('')),
  fc.string({ unit: 'binary', maxLength: 99 }),
)

const hostileVpa: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('asha', 'upi.ref.no', 'rs.5000', `refno${OTHER_UTR}`, OTHER_UTR, '9876543210', 'a-b_c'),
    fc.constantFrom('okaxis', 'ybl', 'upi', 'upi999999999999'),
  )
  .map(([name, handle]) => `${name}@${handle}`)

const slot = (name: string): fc.Arbitrary<string> => {
  if (name === 'payer' || name === 'rest') return hostileText
  if (name === 'vpa') return hostileVpa
  const own = BANKS_OWN[name]
  if (own === undefined) throw new Error(`nothing to put into {${name}}`)
  return fc.constantFrom(...own)
}

/** Messages of a sentence: every choice that it leaves, with what payers may write in the places that are theirs. */
export const messagesOf = (sentence: string): fc.Arbitrary<string> => {
  const pieces = sentence.match(/\[[^\]]*\]|<[^>]*>|\{\w+\}|[^[\]<>{}]+/g) ?? []
  return fc
    .tuple(
      ...pieces.map((piece): fc.Arbitrary<string> => {
        const inner = piece.slice(1, -1)
        if (piece.startsWith('{')) return slot(inner)
        if (piece.startsWith('[')) return fc.oneof(fc.constant(''), messagesOf(inner))
        return piece.startsWith('<') ? fc.constantFrom(...inner.split('|')) : fc.constant(piece)
      }),
    )
    .map((parts) => parts.join(''))
}
