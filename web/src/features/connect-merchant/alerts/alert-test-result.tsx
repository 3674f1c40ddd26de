import type { Understood } from '@galla/contract/bank-alerts/alerts'
import { Fact, FactList } from '../../../components/display/fact-list.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { readingText } from '../../../format/alert-labels.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'

const OUTCOMES = {
  credit: {
    tone: 'success',
    title: t('Read as a payment'),
    text: t('Galla would match this payment to your orders at once.'),
  },
  untrusted: {
    tone: 'pending',
    title: t('Read, but not trusted'),
    text: t(
      'The sender is not the registered header of a bank, or the message does not match a known format of that bank. Such messages wait in Reconciliation until you confirm them.',
    ),
  },
  ignored: { tone: 'calm', title: t('Not a payment'), text: t('Galla ignores messages like this one.') },
  unread: {
    tone: 'pending',
    title: t('Could not be read'),
    text: t(
      'Messages like this wait in Reconciliation for your review. If this one is about a payment, please send it to support.',
    ),
  },
} as const

const WITHOUT_UTR = t(
  'The message has no UTR. Such a payment waits in Reconciliation until you assign it to an order.',
)

/** What Galla read in the test message, and what it would do with it. */
export function AlertTestResult({ read }: { read: Understood }) {
  const { outcome, amount, utr } = read
  const { tone, title, text } = OUTCOMES[outcome]
  return (
    <Notice tone={tone} title={title}>
      {amount !== null && (
        <FactList>
          <Fact name={t('Amount')}>{displayAmount(amount)}</Fact>
          <Fact name={t('UTR')}>{utr ?? t('None')}</Fact>
          <Fact name={t('Payer')}>
            <span dir="auto">{read.payerName ?? read.payerUpiId ?? t('Unknown')}</span>
          </Fact>
        </FactList>
      )}
      <p>{readingText(read.reading)}</p>
      <p>{outcome === 'credit' && utr === null ? WITHOUT_UTR : text}</p>
    </Notice>
  )
}
