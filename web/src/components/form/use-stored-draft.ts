import type { UseFormReturnType } from '@mantine/form'
import { useLayoutEffect } from 'react'
import { hasDraft, storedDraft } from './stored-draft.ts'

/** Restores a stored draft after hydration, because prerendered HTML cannot contain it. */
export function useStoredDraft<Values extends object>(
  form: UseFormReturnType<Values>,
  name: string,
  visitor: string,
  empty: Partial<Values> & Record<string, string>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the form mounts
  useLayoutEffect(() => {
    if (!hasDraft(name, visitor)) return
    const kept = Object.entries(storedDraft(name, visitor, empty))
    const entered = enteredField()
    form.setValues(Object.fromEntries(kept.filter(([field]) => field !== entered)) as Partial<Values>)
  }, [])
}

/** The focused field is not restored: the visitor is about to type there. */
function enteredField(): string | undefined {
  const { activeElement: field } = document
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.name : undefined
}
