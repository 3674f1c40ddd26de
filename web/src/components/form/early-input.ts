import type { UseFormReturnType } from '@mantine/form'
import { useLayoutEffect } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

let typed: Readonly<Record<string, string | boolean>> = {}
const taken = new AbortController()

const contentOf = (field: Field): string | boolean =>
  field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : field.value

const note = (field: Field): void => {
  typed = { ...typed, [field.name]: contentOf(field) }
}

/**
 * Records what is typed into prerendered HTML until its form hydrates. React treats the value of a field at hydration as known and
 * never calls onChange for it.
 */
export function recordEarlyInput(root: HTMLElement): void {
  const fields = 'input[name]:not([type="radio"]), textarea[name]'
  for (const field of root.querySelectorAll<Field>(fields)) if (contentOf(field)) note(field)
  // Registered before React's own listeners: this event makes React hydrate the form of the field.
  const onInput = ({ target }: Event): void => {
    if (target instanceof Element && target.matches(fields)) note(target as Field)
  }
  root.addEventListener('input', onInput, { capture: true, signal: taken.signal })
}

/** Hands a form the values that were typed before its script loaded. */
export function useEarlyInput<Values extends object>(
  form: UseFormReturnType<Values>,
  isPrerendered: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the form mounts
  useLayoutEffect(() => {
    if (!isPrerendered) return
    const own = Object.keys(form.getValues()).flatMap((field) =>
      field in typed ? [[field, typed[field]]] : [],
    )
    if (own.length > 0) form.setValues(Object.fromEntries(own))
    typed = {}
    taken.abort()
  }, [])
}
