import { useState } from 'react'
import { dropDraft, keepDraft, keptDraft } from '../../kept-draft.ts'
import { useUser } from '../../session.tsx'

const EMPTY = { note: '', utr: '', refundUtr: '', amount: '' }
type Fields = typeof EMPTY

export interface CaseDraft {
  readonly values: Fields
  readonly set: (field: keyof Fields, text: string) => void
  readonly clear: () => void
}

/** What is typed about a case survives a failed save, somebody who was quicker, a closed drawer, an ended session and a reload. */
export function useCaseDraft(name: string, begin: Partial<Fields> = {}): CaseDraft {
  const { id } = useUser()
  const form = `case.${name}`
  const [values, setValues] = useState(() => keptDraft(form, id, { ...EMPTY, ...begin }))
  return {
    values,
    set: (field, text) => {
      const next = { ...values, [field]: text }
      setValues(next)
      keepDraft(form, id, next)
    },
    clear: () => {
      setValues({ ...EMPTY })
      dropDraft(form, id)
    },
  }
}
