import type { UseFormReturnType } from '@mantine/form'
import { useLayoutEffect } from 'react'
import { hasDraft, keptDraft } from './kept-draft.ts'

/** A public page is shown before the browser can be asked for what was typed: the kept texts follow before it is painted again. */
export function useKeptDraft<Values extends object>(
  form: UseFormReturnType<Values>,
  name: string,
  visitor: string,
  empty: Partial<Values> & Record<string, string>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form begins
  useLayoutEffect(() => {
    if (hasDraft(name, visitor)) form.setValues(keptDraft(name, visitor, empty))
  }, [])
}
