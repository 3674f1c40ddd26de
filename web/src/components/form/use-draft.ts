import { useEffect, useState } from 'react'
import { useUser } from '../../session/session.tsx'
import type { FieldMessages } from './form-errors.ts'
import { dropDraft, storeDraft, storedDraft } from './stored-draft.ts'

interface DraftField {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
}

export interface Draft<Values extends Record<string, string>> {
  readonly values: Values
  readonly set: (field: keyof Values & string, text: string) => void
  /** The props of a field, with its message if it has one. */
  readonly field: (name: keyof Values & string, errors?: FieldMessages) => DraftField
  /** Call it when the form is saved or cancelled. */
  readonly clear: () => void
}

/**
 * A form whose values survive a failed save, a closed dialog, an expired session and a reload. `begin` has the initial values.
 */
export function useDraft<Values extends Record<string, string>>(
  form: string,
  begin: Values,
  empty: Values = begin,
): Draft<Values> {
  const { id } = useUser()
  const [values, setValues] = useState(() => storedDraft(form, id, begin))
  const set = (field: keyof Values & string, text: string) => {
    const next = { ...values, [field]: text }
    setValues(next)
    storeDraft(form, id, next)
  }
  return {
    values,
    set,
    field: (name, errors) => ({
      name,
      value: values[name] ?? '',
      error: errors?.[name],
      onChange: (event) => set(name, event.currentTarget.value),
    }),
    clear: () => {
      setValues(empty)
      dropDraft(form, id)
    },
  }
}

/** The draft of a dialog. Cancelling deletes the draft; a reload or an expired session keeps it. */
export function useDialogDraft<Values extends Record<string, string>>(
  form: string,
  begin: Values,
): Draft<Values> {
  const { id } = useUser()
  useEffect(() => () => dropDraft(form, id), [form, id])
  return useDraft(form, begin)
}
