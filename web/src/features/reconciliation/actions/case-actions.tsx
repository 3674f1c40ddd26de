import { MAX_LENGTH } from '@galla/contract/field-lengths'
import { noteCredit } from '@galla/contract/reconciliation/credit-decisions'
import type { CreditAction, CreditRow } from '@galla/contract/reconciliation/credits'
import { isReversedCase } from '@galla/contract/reconciliation/reversals'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import type { FieldMessages } from '../../../components/form/form-errors.ts'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { ACTION_LABELS, actionsOf, REVERSAL_ACTION_LABELS } from '../../../format/case-labels.ts'
import { t } from '../../../locales/translate.ts'
import type { ActionFormProps, AssignableOrder } from './action-form-props.ts'
import { AssignForm, LikelyOrders } from './assign-form.tsx'
import { AcceptForm, AcceptLossForm, IgnoreForm, NoReversalForm, RefundForm } from './decision-forms.tsx'
import { MergeForm } from './merge-form.tsx'
import { RepeatQuestion } from './repeat-question.tsx'
import { useCaseForm } from './use-case-action.ts'

const FORMS = {
  assign: AssignForm,
  accept: AcceptForm,
  refund: RefundForm,
  ignore: IgnoreForm,
  join: MergeForm,
} as const satisfies Record<CreditAction, unknown>

/** The forms for a payment that the bank reversed. */
const REVERSAL_FORMS = { ...FORMS, accept: AcceptLossForm, ignore: NoReversalForm } as const

interface CaseActionsProps {
  readonly credit: CreditRow
  /** The form to begin with. */
  readonly act: string | undefined
  readonly onConflict: () => void
  readonly onDone: () => void
}

/** The actions that are possible for the payment. Each explains its effect and asks for confirmation. */
export function CaseActions({ credit, act, onConflict, onDone }: CaseActionsProps) {
  const [chosen, setChosen] = useState(act)
  const [order, setOrder] = useState<AssignableOrder>()
  const action = useCaseForm(credit.id, {
    onDone: () => {
      setChosen(undefined)
      onDone()
    },
    onConflict,
  })
  if (credit.possibleRepeatOf !== null)
    return (
      <RepeatQuestion
        credit={credit}
        ofCreditId={credit.possibleRepeatOf}
        onConflict={onConflict}
        onDone={onDone}
      />
    )
  const actions = actionsOf(credit)
  const chosenAction = actions.find((possible) => possible === chosen)
  const isReversed = isReversedCase(credit)
  const forms = isReversed ? REVERSAL_FORMS : FORMS
  const labels = isReversed ? REVERSAL_ACTION_LABELS : ACTION_LABELS
  const Form = chosenAction === undefined ? undefined : forms[chosenAction]
  if (Form !== undefined)
    return <Form credit={credit} action={action} begin={order} onCancel={() => setChosen(undefined)} />
  const choose = (chosenOrder: AssignableOrder) => {
    setOrder(chosenOrder)
    setChosen('assign')
  }
  return (
    <>
      {actions[0] === 'assign' && credit.state !== 'ignored' && (
        <LikelyOrders credit={credit} onChoose={choose} />
      )}
      <DetailSection title={actions.length === 0 ? t('Note') : t('What to do')}>
        {actions.length > 0 && (
          <Group gap="xs" mb={20}>
            {actions.map((possible, index) => (
              <Button
                key={possible}
                px={14}
                variant={index === 0 && (credit.state !== 'matched' || isReversed) ? 'filled' : 'default'}
                onClick={() => setChosen(possible)}
              >
                {labels[possible]}
              </Button>
            ))}
          </Group>
        )}
        <NoteForm credit={credit} action={action} />
      </DetailSection>
    </>
  )
}

function NoteForm({ credit, action }: Omit<ActionFormProps, 'onCancel'>) {
  return (
    <form
      {...action.formProps(
        ({ note }) =>
          action.send(() => callEndpoint(noteCredit, { params: { creditId: credit.id }, body: { note } })),
        ({ note }): FieldMessages => (note.trim() === '' ? { note: t('Please write a note') } : {}),
      )}
    >
      <Stack gap="xs" align="flex-start">
        <Textarea
          w="100%"
          label={t('New note')}
          placeholder={t('What you found out about this payment')}
          rows={2}
          maxLength={MAX_LENGTH.note}
          {...action.form.getInputProps('note')}
        />
        <ActionButton type="submit" variant="default" busy={action.isBusy} busyLabel={t('Saving...')}>
          {t('Add note')}
        </ActionButton>
      </Stack>
    </form>
  )
}
