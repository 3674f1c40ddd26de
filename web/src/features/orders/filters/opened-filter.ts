import { useState } from 'react'
import { hasDraft } from '../../../components/form/stored-draft.ts'
import { useUser } from '../../../session/session.tsx'

/** Closed at first, unless it was open, with something typed that is not applied yet, when the page was reloaded. */
export function useOpenedFilter(form: string) {
  const { id } = useUser()
  return useState(() => hasDraft(form, id))
}
