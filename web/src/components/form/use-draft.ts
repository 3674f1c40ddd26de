import { useEffect, useState } from 'react'
import { useUser } from '../../session/session.tsx'
import { dropDraft, storeDraft, storedDraft } from './stored-draft.ts'

export interface Draft<Values extends Record<string, string>> {
  readonly values: Values
  readonly set: (field: keyof Values & string, text: string) => void
  /** It is done, or given up on purpose. */
  readonly clear: () => void
}

/** What is typed survives a failed save, a closed dialog, an ended session and a reload. `begin`: what stands there at first. */
export function useDraft<Values extends Record<string, string>>(
  form: string,
  begin: Values,
  empty: Values = begin,
): Draft<Values> {
  const { id } = useUser()
  const [values, setValues] = useState(() => storedDraft(form, id, begin))
  return {
    values,
    set: (field, text) => {
      const next = { ...values, [field]: text }
      setValues(next)
      storeDraft(form, id, next)
    },
    clear: () => {
      setValues(empty)
      dropDraft(form, id)
    },
  }
}

/** The draft of a dialog. Closing it on purpose ends the draft; a reload and an ended session do not run this. */
export function useDialogDraft<Values extends Record<string, string>>(
  form: string,
  begin: Values,
): Draft<Values> {
  const { id } = useUser()
  useEffect(() => () => dropDraft(form, id), [form, id])
  return useDraft(form, begin)
}
