import type { AlertReading, AlertRow } from '@galla/contract/bank-alerts/alerts'
import type { CreditRow } from '@galla/contract/reconciliation/credits'
import { t } from '../locales/translate.ts'
import type { Tone } from '../theme/tone.ts'

type Rail = CreditRow['rail']

export const RAIL_LABELS: Readonly<Record<Rail, string>> = {
  upi: 'UPI',
  imps: 'IMPS',
  neft: 'NEFT',
  rtgs: 'RTGS',
  ach: 'ACH',
  salary: t('Salary'),
  cash: t('Cash deposit'),
  card: t('Card settlement'),
  other: t('Another way'),
  unknown: t('Not named by the bank'),
}

const BECAUSE: Readonly<Record<NonNullable<AlertReading['because']>, string>> = {
  otp: t('A one-time password came. Galla does not keep its text.'),
  request: t('Somebody asks for money. Nothing was paid.'),
  autopay: t('A notice about an autopay mandate.'),
  debit: t('Money left an account.'),
  sent: t('Money that you sent has arrived.'),
  card: t('It is about a card.'),
  loan: t('It is about a loan.'),
  bill: t('It is about a bill or an order that you paid.'),
  not_yet: t('Money is announced, but it has not come.'),
  refund: t('Money came back to you. No customer paid.'),
  failed: t('A payment failed.'),
  deposit: t('Interest, a cheque, a deposit or an investment.'),
  cashback: t('A cashback or a reward, not a payment by a customer.'),
  promotion: t('An advertisement.'),
  balance: t('It only shows a balance.'),
  no_amount: t('No amount of money is in it.'),
  other_account: t('Names another account.'),
}

const quoted = (words: string | null): string =>
  words === null ? '' : t(' The message says “{words}”.', { words })

/** What Galla read in a message, for a person who wonders about it. */
export function readingInWords({
  because,
  direction,
  directionWords,
  rail,
  railWords,
}: AlertReading): string {
  if (because !== null) return `${BECAUSE[because]}${quoted(directionWords)}`
  if (direction !== 'in') return t('Galla could not read whether money came in.')
  const came =
    rail === 'unknown'
      ? t('Money came in; its way is not named.')
      : t('Money came in by {rail}.', { rail: RAIL_LABELS[rail] })
  return `${came}${quoted(rail === 'unknown' ? directionWords : railWords)}`
}

const BADGES = {
  unread: { word: t('Not understood'), tone: 'pending' },
  untrusted: { word: t('Unexpected sender'), tone: 'failed' },
  ignored: { word: t('No payment'), tone: 'created' },
  credit: { word: t('Payment'), tone: 'success' },
} as const satisfies Record<AlertRow['outcome'], { word: string; tone: Tone }>

const REFUSED = { word: t('Not believed'), tone: 'failed' } as const

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
  if (isSecret) return t('One-time password')
  return text === '' ? (title ?? t('An empty message')) : text
}
