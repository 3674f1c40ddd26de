import { ignoreCredit } from '@galla/contract/reconciliation/credit-decisions'
import { callEndpoint } from '../../../api/api.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { CaseActionForm, NoteField } from './case-action-form.tsx'

interface Words {
  readonly title: string
  readonly consequence: string
  readonly label: string
}

function IgnoreCaseForm({ draft, action, onCancel, credit, ...words }: ActionFormProps & Words) {
  const { note } = draft.values
  return (
    <CaseActionForm
      {...words}
      busyLabel={t('Saving...')}
      action={action}
      check={() => ({})}
      onSend={() =>
        action.send(() => callEndpoint(ignoreCredit, { params: { creditId: credit.id }, body: { note } }))
      }
      onCancel={onCancel}
    >
      <NoteField draft={draft} action={action} label={t('What was it? (optional)')} />
    </CaseActionForm>
  )
}

/** Rent, a friend, the owner's own money: not a payment of any order. */
export function IgnoreForm(props: ActionFormProps) {
  return (
    <IgnoreCaseForm
      {...props}
      title={t('Ignore this payment')}
      consequence={t(
        '{amount} count for no order and leave the daily closing. The payment moves to Ignored, where you can still assign it later.',
        { amount: displayAmount(props.credit.amount) },
      )}
      label={t('Ignore')}
    />
  )
}

/** The debit has nothing to do with the payment. */
export function NoReversalForm(props: ActionFormProps) {
  return (
    <IgnoreCaseForm
      {...props}
      title={t('Not this payment')}
      consequence={t(
        'You still have the {amount} of this payment: what the bank took was something else. The case is closed and leaves the closing. This cannot be undone.',
        { amount: displayAmount(props.credit.amount) },
      )}
      label={t('Close the case')}
    />
  )
}
