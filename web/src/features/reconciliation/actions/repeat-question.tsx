import { IconInfoCircle } from 'virtual:icons'
import type { CreditRow } from '@galla/contract/reconciliation/credits'
import { answerRepeat } from '@galla/contract/reconciliation/repeats'
import { Group, Text } from '@mantine/core'
import { callEndpoint } from '../../../api/api.ts'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { receivedInWords } from '../../../format/case-labels.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { useCredit } from '../cases-query.ts'
import { useCaseAction } from './use-case-action.ts'

const wordsOfRepeat = (credit: CreditRow, first: CreditRow | undefined) => ({
  question: t('Did you receive {amount} once or twice?', { amount: displayAmount(credit.amount) }),
  why:
    first === undefined
      ? t('Two messages look the same.')
      : t('Two messages look the same: one of {first}, one of {credit}.', {
          first: receivedInWords(first, true),
          credit: receivedInWords(credit, true),
        }),
  one: t('Once'),
  two: t('Twice'),
  effect: t(
    'Once: the payment is counted once, and this message leaves the list. Twice: this message stays as a separate payment. If you import a bank statement, it answers this question for you.',
  ),
})

const wordsOfConfirmed = (credit: CreditRow, first: CreditRow | undefined) => ({
  question: t('Is this the payment you confirmed by hand?'),
  why: t('You confirmed {amount} with the UTR {typedUtr}. The bank reports {amount} with the UTR {utr}.', {
    amount: displayAmount(credit.amount),
    typedUtr: first?.utr ?? '…',
    utr: credit.utr ?? '',
  }),
  one: t('Yes, the same payment'),
  two: t('No, another payment'),
  effect: t(
    'Yes: the UTR is corrected, and the payment is counted once. No: this payment stays in the list until you assign it.',
  ),
})

/** A lowered amount or a person settled an order before any UTR was known. */
const wordsOfCounted = (credit: CreditRow) => ({
  question: t('Is this the payment that has paid an order already?'),
  why: t(
    'An order was paid with {amount} before its UTR was known. The bank reports {amount} with the UTR {utr}.',
    { amount: displayAmount(credit.amount), utr: credit.utr ?? '' },
  ),
  one: t('Yes, the same payment'),
  two: t('No, another payment'),
  effect: t(
    'Yes: the payment gets this UTR and is counted once. No: this payment stays in the list until you assign it.',
  ),
})

const wordsOf = (credit: CreditRow, first: CreditRow | undefined) => {
  if (credit.utr === null) return wordsOfRepeat(credit, first)
  return first?.utr === null ? wordsOfCounted(credit) : wordsOfConfirmed(credit, first)
}

interface RepeatQuestionProps {
  readonly credit: CreditRow
  readonly ofCreditId: string
  readonly onConflict: () => void
  readonly onDone: () => void
}

/** Asks whether two equal messages report one payment or two, or whether a message reports a payment that was confirmed by hand. */
export function RepeatQuestion({ credit, ofCreditId, onConflict, onDone }: RepeatQuestionProps) {
  const action = useCaseAction({ onDone, onConflict })
  const first = useCredit(ofCreditId).data
  const words = wordsOf(credit, first)
  const answer = (times: 'once' | 'twice') =>
    action.send(() => callEndpoint(answerRepeat, { params: { creditId: credit.id }, body: { times } }))
  return (
    <DetailSection title={words.question}>
      <Text className="tabular breaks" mb="sm">
        {words.why} {t("Check your bank's app before you answer.")}
      </Text>
      <Group gap="xs" mb="md">
        <ActionButton busy={action.isBusy} busyLabel={t('Saving...')} onClick={() => answer('once')}>
          {words.one}
        </ActionButton>
        <ActionButton
          variant="default"
          busy={action.isBusy}
          busyLabel={t('Saving...')}
          onClick={() => answer('twice')}
        >
          {words.two}
        </ActionButton>
      </Group>
      <Notice tone="created" Icon={IconInfoCircle}>
        {words.effect}
      </Notice>
    </DetailSection>
  )
}
