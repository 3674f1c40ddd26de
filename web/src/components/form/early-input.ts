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
 * Notes what is typed into the page's HTML until its form takes it over. React comes to the form later than to the
 * page around it, and takes what stands in a field by then for known: it calls no onChange.
 */
export function recordEarlyInput(root: HTMLElement): void {
  const fields = 'input[name]:not([type="radio"]), textarea[name]'
  for (const field of root.querySelectorAll<Field>(fields)) if (contentOf(field)) note(field)
  // Listens before React does: at this event React takes over the form that the field belongs to.
  const onInput = ({ target }: Event): void => {
    if (target instanceof Element && target.matches(fields)) note(target as Field)
  }
  root.addEventListener('input', onInput, { capture: true, signal: taken.signal })
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
    typed = {}
    taken.abort()
  }, [])
}
