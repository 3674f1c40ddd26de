import type { UseFormReturnType } from '@mantine/form'
import { useLayoutEffect } from 'react'

let typed: Readonly<Record<string, string>> = {}

/** Notes what has been typed into the page's HTML, before the app takes it over with empty fields. */
export function recordEarlyInput(root: HTMLElement): void {
  const fields = root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[name], textarea[name]')
  typed = Object.fromEntries(
    [...fields]
      .filter(({ type, value }) => type !== 'checkbox' && type !== 'radio' && value !== '')
      .map(({ name, value }) => [name, value]),
  )
}

/** Gives a form what was typed while its script was still on its way. */
export function useEarlyInput<Values extends object>(
  form: UseFormReturnType<Values>,
  fields: readonly (keyof Values & string)[],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form begins
  useLayoutEffect(() => {
    const own = fields.flatMap((field) => (field in typed ? [[field, typed[field]]] : []))
    if (own.length > 0) form.setValues(Object.fromEntries(own))
    typed = Object.fromEntries(
      Object.entries(typed).filter(([name]) => !fields.some((field) => field === name)),
    )
  }, [])
}
