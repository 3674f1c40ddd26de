import type { AlertReading, AlertRow } from '@galla/contract/reconciliation/alerts'
import type { CreditRow } from '@galla/contract/reconciliation/credits'
import type { Tone } from '../theme/tone.ts'

type Rail = CreditRow['rail']

export const RAIL_LABELS: Readonly<Record<Rail, string>> = {
  upi: 'UPI',
  imps: 'IMPS',
  neft: 'NEFT',
  rtgs: 'RTGS',
  ach: 'ACH',
  salary: 'Salary',
  cash: 'Cash deposit',
  card: 'Card settlement',
  other: 'Another way',
  unknown: 'Not named by the bank',
}

const BECAUSE: Readonly<Record<NonNullable<AlertReading['because']>, string>> = {
  otp: 'A one-time password came. Galla does not keep its text.',
  request: 'Somebody asks for money. Nothing was paid.',
  autopay: 'A notice about an autopay mandate.',
  debit: 'Money left an account.',
  sent: 'Money that you sent has arrived.',
  card: 'It is about a card.',
  loan: 'It is about a loan.',
  bill: 'It is about a bill or an order that you paid.',
  not_yet: 'Money is announced, but it has not come.',
  refund: 'Money came back to you. No customer paid.',
  failed: 'A payment failed.',
  deposit: 'Interest, a cheque, a deposit or an investment.',
  cashback: 'A cashback or a reward, not a payment by a customer.',
  promotion: 'An advertisement.',
  balance: 'It only shows a balance.',
  no_amount: 'No amount of money is in it.',
  other_account: 'Names another account.',
}

const quoted = (words: string | null): string => (words === null ? '' : ` The message says “${words}”.`)

/** What Galla read in a message, for a person who wonders about it. */
export function readingInWords({
  because,
  direction,
  directionWords,
  rail,
  railWords,
}: AlertReading): string {
  if (because !== null) return `${BECAUSE[because]}${quoted(directionWords)}`
  if (direction !== 'in') return 'Galla could not read whether money came in.'
  const came =
    rail === 'unknown' ? 'Money came in; its way is not named.' : `Money came in by ${RAIL_LABELS[rail]}.`
  return `${came}${quoted(rail === 'unknown' ? directionWords : railWords)}`
}

const BADGES = {
  unread: { word: 'Not understood', tone: 'pending' },
  untrusted: { word: 'Unexpected sender', tone: 'failed' },
  ignored: { word: 'No payment', tone: 'created' },
  credit: { word: 'Payment', tone: 'success' },
} as const satisfies Record<AlertRow['outcome'], { word: string; tone: Tone }>

const REFUSED = { word: 'Not believed', tone: 'failed' } as const

/** What became of a message. */
export const alertBadge = ({
  outcome,
  refusal,
}: Pick<AlertRow, 'outcome' | 'refusal'>): { readonly word: string; readonly tone: Tone } =>
  refusal === null ? BADGES[outcome] : REFUSED

/** What stands for a message in a list. */
export const firstLineOf = ({
  isSecret,
  text,
  title,
}: Pick<AlertRow, 'isSecret' | 'text' | 'title'>): string => {
  if (isSecret) return 'One-time password'
  return text === '' ? (title ?? 'An empty message') : text
}
