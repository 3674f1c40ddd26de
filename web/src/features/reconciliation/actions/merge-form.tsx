import { joinCredit } from '@galla/contract/reconciliation/credit-decisions'
import type { CreditRow } from '@galla/contract/reconciliation/credits'
import { Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { QueryError } from '../../../components/feedback/query-error.tsx'
import { StateBadge } from '../../../components/feedback/tone-badge.tsx'
import { STATE_ICONS, STATE_LABELS, STATE_TONES } from '../../../format/case-labels.ts'
import { displayAmount, displayWhen } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { useCredits } from '../cases-query.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { CaseActionForm, NoteField } from './case-action-form.tsx'
import { ChoiceList } from './choice-list.tsx'

const PAISE_DIGITS = 2
const FAILURE = {
  failed: t('The payments could not be fetched'),
  unreachable: t('The payments could not be fetched. Please check your connection.'),
}

/** Merges two records of one payment, which the bank reported first without a UTR and later with one. */
export function MergeForm({ credit, action, onCancel }: ActionFormProps) {
  const [chosen, setChosen] = useState<string>()
  const same = useCredits('any', { search: credit.amount.toFixed(PAISE_DIGITS), page: 1, enabled: true })
  const { note } = action.form.values
  const found = (same.data?.data ?? []).filter(
    (other) => other.utr !== null && other.amount === credit.amount,
  )
  return (
    <CaseActionForm
      title={t('Merge with another record')}
      consequence={t(
        'The evidence of this record moves to the payment that you choose. This record leaves the list, so the payment is counted once.',
      )}
      label={t('Merge')}
      busyLabel={t('Merging...')}
      action={action}
      check={() => (chosen === undefined ? { creditId: t('Please choose a payment') } : {})}
      send={() =>
        callEndpoint(joinCredit, { params: { creditId: credit.id }, body: { creditId: chosen ?? '', note } })
      }
      onCancel={onCancel}
    >
      {same.isError && <QueryError query={same} failure={FAILURE} />}
      {same.isPending && <Skeleton h={120} radius={10} aria-label={t('Searching payments')} />}
      {same.data !== undefined && found.length === 0 && (
        <Text c="dimmed" fz="sm" className="tabular breaks">
          {t('No payment of the same amount with a UTR has been recorded yet.')}
        </Text>
      )}
      {found.length > 0 && (
        <ChoiceList
          legend={t('Payments of the same amount')}
          name="creditId"
          choices={found.map(choiceFrom)}
          chosen={chosen}
          error={action.errors.creditId}
          onChoose={setChosen}
        />
      )}
      <NoteField action={action} label={t('Note (optional)')} />
    </CaseActionForm>
  )
}

const choiceFrom = ({ id, utr, payerName, payerUpiId, receivedAt, amount, state }: CreditRow) => ({
  id,
  first: `UTR ${utr ?? ''}`,
  second: `${payerName ?? payerUpiId ?? t('Payer unknown')} · ${displayWhen(receivedAt)}`,
  amount: displayAmount(amount),
  mark: <StateBadge tone={STATE_TONES[state]} Icon={STATE_ICONS[state]} label={STATE_LABELS[state]} />,
})
