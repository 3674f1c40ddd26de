import { useState } from 'react'
import { hasDraft } from '../../../components/form/stored-draft.ts'
import { useUser } from '../../../session/session.tsx'

/** Starts closed, unless a reload interrupted unapplied input. */
export function useOpenedFilter(form: string) {
  const { id } = useUser()
  return useState(() => hasDraft(form, id))
}
