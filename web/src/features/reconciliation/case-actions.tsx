import { type CreditAction, type CreditRow, noteCredit } from '@galla/contract/credits'
import { MAX_LENGTH } from '@galla/contract/fields'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { ActionButton } from '../../components/form/action-button.tsx'
import detail from '../../components/layout/detail.module.css'
import { DetailSection } from '../../components/layout/detail-section.tsx'
import { ACTION_WORDS, actionsOf } from '../../format/case-words.ts'
import { AcceptForm } from './accept-form.tsx'
import type { ActionFormProps } from './action-form-props.ts'
import { AssignForm } from './assign-form.tsx'
import css from './case-detail.module.css'
import { useCaseDraft } from './case-draft.ts'
import { IgnoreForm } from './ignore-form.tsx'
import { JoinForm } from './join-form.tsx'
import { RefundForm } from './refund-form.tsx'
import { useDeed } from './use-deed.ts'

const FORMS = {
  assign: AssignForm,
  accept: AcceptForm,
  refund: RefundForm,
  ignore: IgnoreForm,
  join: JoinForm,
} as const satisfies Record<CreditAction, unknown>

interface CaseActionsProps {
  readonly credit: CreditRow
  readonly onBeaten: () => void
  readonly onDone: () => void
}

/** What can be done about the payment as it stands. Each deed is asked once, with what it will change in plain words. */
export function CaseActions({ credit, onBeaten, onDone }: CaseActionsProps) {
  const draft = useCaseDraft(credit.id)
  const [chosen, setChosen] = useState<CreditAction>()
  const deed = useDeed({
    onDone: () => {
      draft.clear()
      setChosen(undefined)
      onDone()
    },
    onBeaten,
  })
  const actions = actionsOf(credit)
  const action = actions.find((possible) => possible === chosen)
  const Form = action === undefined ? undefined : FORMS[action]
  if (Form !== undefined)
    return <Form credit={credit} draft={draft} deed={deed} onCancel={() => setChosen(undefined)} />
  return (
    <DetailSection title={actions.length === 0 ? 'Note' : 'What to do'}>
      {actions.length > 0 && (
        <div className={css.actions}>
          {actions.map((possible, index) => (
            <Button
              key={possible}
              h={40}
              px={14}
              variant={index === 0 && credit.state !== 'matched' ? 'filled' : 'default'}
              onClick={() => setChosen(possible)}
            >
              {ACTION_WORDS[possible]}
            </Button>
          ))}
        </div>
      )}
      <NoteForm credit={credit} draft={draft} deed={deed} />
    </DetailSection>
  )
}

function NoteForm({ credit, draft, deed }: Omit<ActionFormProps, 'onCancel'>) {
  const save = () => {
    const note = draft.values.note
    if (note.trim() === '') deed.setErrors({ note: 'Please write a note' })
    else deed.send(() => callEndpoint(noteCredit, { params: { creditId: credit.id }, body: { note } }))
  }
  return (
    <form
      className={detail.noteForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Textarea
        label="New note"
        placeholder="What you found out about this payment"
        rows={2}
        maxLength={MAX_LENGTH.note}
        value={draft.values.note}
        error={deed.errors.note}
        onChange={(event) => draft.set('note', event.currentTarget.value)}
      />
      <ActionButton
        type="submit"
        variant="default"
        h={36}
        radius="sm"
        busy={deed.isBusy}
        busyLabel="Saving..."
      >
        Add note
      </ActionButton>
    </form>
  )
}
