import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconQuestionMark,
} from 'virtual:icons'
import type { AlertReading, AlertRow } from '@galla/contract/bank-alerts/alerts'
import type { CreditRow } from '@galla/contract/reconciliation/credits'
import { t } from '../locales/translate.ts'
import type { CaseBadge } from './case-labels.ts'

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
  other: t('Other [way]'),
  unknown: t('Not reported by the bank'),
}

const BECAUSE: Readonly<Record<NonNullable<AlertReading['because']>, string>> = {
  otp: t('The message contains a one-time password. Galla does not store its text.'),
  request: t('Someone asks for money. Nothing was paid.'),
  autopay: t('The message is about an autopay mandate.'),
  debit: t('The message is about money that left an account.'),
  sent: t('The message confirms that money you sent has arrived.'),
  card: t('The message is about a card.'),
  loan: t('The message is about a loan.'),
  bill: t('The message is about a bill or an order that you paid.'),
  not_yet: t('The message announces money that has not arrived yet.'),
  refund: t('The message is about money returned to you, not a customer payment.'),
  failed: t('The message is about a failed payment.'),
  deposit: t('The message is about interest, a cheque, a deposit or an investment.'),
  cashback: t('The message is about a cashback or reward, not a customer payment.'),
  promotion: t('The message is an advertisement.'),
  balance: t('The message only shows a balance.'),
  no_amount: t('The message shows no amount.'),
  other_account: t('The message names another account.'),
}

const quoted = (quote: string | null): string =>
  quote === null ? '' : t(' The message says “{quote}”.', { quote })

/** Explains what Galla read in a message. */
export function readingText({ because, direction, directionWords, rail, railWords }: AlertReading): string {
  if (because !== null) return `${BECAUSE[because]}${quoted(directionWords)}`
  if (direction !== 'in') return t('Galla could not tell whether money was received.')
  const came =
    rail === 'unknown'
      ? t('A payment was received. The message does not say how.')
      : t('A payment was received via {rail}.', { rail: RAIL_LABELS[rail] })
  return `${came}${quoted(rail === 'unknown' ? directionWords : railWords)}`
}

const BADGES = {
  unread: { label: t('Could not be read'), tone: 'pending', Icon: IconQuestionMark },
  untrusted: { label: t('Unexpected sender'), tone: 'failed', Icon: IconAlertTriangle },
  ignored: { label: t('Not a payment'), tone: 'created', Icon: IconCircleMinus },
  credit: { label: t('Payment'), tone: 'success', Icon: IconCircleCheck },
} as const satisfies Record<AlertRow['outcome'], CaseBadge>

const REFUSED = { label: t('Refused'), tone: 'failed', Icon: IconCircleX } as const

/** The result of a message. */
export const alertBadge = ({ outcome, refusal }: Pick<AlertRow, 'outcome' | 'refusal'>): CaseBadge =>
  refusal === null ? BADGES[outcome] : REFUSED

/** The line that represents a message in a list. */
export const firstLineOf = ({
  isSecret,
  text,
  title,
}: Pick<AlertRow, 'isSecret' | 'text' | 'title'>): string => {
  if (isSecret) return t('One-time password')
  return text === '' ? (title ?? t('Empty message')) : text
}
