import { IconInfoCircle } from 'virtual:icons'
import type { CreditRow } from '@galla/contract/reconciliation/credits'
import { answerRepeat } from '@galla/contract/reconciliation/repeats'
import { Group, Text } from '@mantine/core'
import { callEndpoint } from '../../../api/api.ts'
import { Notice } from '../../../components/feedback/notice.tsx'
import { ActionButton } from '../../../components/form/action-button.tsx'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { receivedInWords } from '../../../format/case-labels.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { useCredit } from '../cases-query.ts'
import { useCaseAction } from './use-case-action.ts'

interface RepeatQuestionProps {
  readonly credit: CreditRow
  readonly ofCreditId: string
  readonly onConflict: () => void
  readonly onDone: () => void
}

/** Asks whether two equal messages report one payment or two. */
export function RepeatQuestion({ credit, ofCreditId, onConflict, onDone }: RepeatQuestionProps) {
  const action = useCaseAction({ onDone, onConflict })
  const first = useCredit(ofCreditId).data
  const amount = displayAmount(credit.amount)
  const answer = (times: 'once' | 'twice') =>
    action.send(() => callEndpoint(answerRepeat, { params: { creditId: credit.id }, body: { times } }))
  return (
    <DetailSection title={t('Did you receive {amount} once or twice?', { amount })}>
      <Text className="tabular breaks" mb="sm">
        {first === undefined
          ? t('Two messages look the same.')
          : t('Two messages look the same: one of {first}, one of {credit}.', {
              first: receivedInWords(first, true),
              credit: receivedInWords(credit, true),
            })}{' '}
        {t("Check your bank's app before you answer.")}
      </Text>
      <Group gap="xs" mb="md">
        <ActionButton busy={action.isBusy} busyLabel={t('Saving...')} onClick={() => answer('once')}>
          {t('Once')}
        </ActionButton>
        <ActionButton
          variant="default"
          busy={action.isBusy}
          busyLabel={t('Saving...')}
          onClick={() => answer('twice')}
        >
          {t('Twice')}
        </ActionButton>
      </Group>
      <Notice tone="created" Icon={IconInfoCircle}>
        {t(
          'Once: the payment is counted once, and this message leaves the list. Twice: this message stays as a separate payment. If you import a bank statement, it answers this question for you.',
        )}
      </Notice>
    </DetailSection>
  )
}
