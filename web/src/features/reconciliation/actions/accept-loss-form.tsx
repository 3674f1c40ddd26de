import { acceptCredit } from '@galla/contract/reconciliation/credit-decisions'
import { callEndpoint } from '../../../api/api.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { CaseActionForm, NoteField } from './case-action-form.tsx'

/** The bank keeps the money, and the goods are gone. */
export function AcceptLossForm({ credit, draft, action, onCancel }: ActionFormProps) {
  const { note } = draft.values
  return (
    <CaseActionForm
      title={t('Accept as a loss')}
      consequence={t(
        '{amount} stays counted as received on its day, and its order stays Success. The closing shows what the bank took back. Your reason is recorded. This cannot be undone.',
        { amount: displayAmount(credit.amount) },
      )}
      label={t('Accept as a loss')}
      busyLabel={t('Saving...')}
      action={action}
      check={() => (note.trim() === '' ? { note: t('Please write why the loss is yours') } : {})}
      onSend={() =>
        action.send(() => callEndpoint(acceptCredit, { params: { creditId: credit.id }, body: { note } }))
      }
      onCancel={onCancel}
    >
      <NoteField draft={draft} action={action} label={t('Reason')} />
    </CaseActionForm>
  )
}
