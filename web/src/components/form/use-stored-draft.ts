import type { UseFormReturnType } from '@mantine/form'
import { useLayoutEffect } from 'react'
import { hasDraft, storedDraft } from './stored-draft.ts'

/** A public page is shown before the browser can be asked for what was typed: the kept texts follow before it is painted again. */
export function useStoredDraft<Values extends object>(
  form: UseFormReturnType<Values>,
  name: string,
  visitor: string,
  empty: Partial<Values> & Record<string, string>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form begins
  useLayoutEffect(() => {
    if (!hasDraft(name, visitor)) return
    const kept = Object.entries(storedDraft(name, visitor, empty))
    const entered = enteredField()
    form.setValues(Object.fromEntries(kept.filter(([field]) => field !== entered)) as Partial<Values>)
  }, [])
}

/** The field that has the focus is left alone: the visitor is about to type there. */
function enteredField(): string | undefined {
  const { activeElement: field } = document
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.name : undefined
}
