import { tabValues } from '../../browser/browser-storage.ts'

/** Form drafts survive a failed save, an expired session and a reload: sessionStorage keeps them under the merchant's id. */
const keyOf = (form: string, userId: string) => `galla.draft.${form}.${userId}`

/** Owns the drafts of public pages. */
export const VISITOR = 'visitor'
/** The login form's draft; a registration fills in the email address. */
export const LOGIN_DRAFT = 'login'

export function storeDraft(form: string, userId: string, values: Record<string, unknown>): void {
  tabValues.write(keyOf(form, userId), JSON.stringify(values))
}

export function dropDraft(form: string, userId: string): void {
  tabValues.remove(keyOf(form, userId))
}

/** The stored values of the fields that the form still has. */
export function storedDraft<Values extends object>(form: string, userId: string, empty: Values): Values {
  try {
    const kept: unknown = JSON.parse(tabValues.read(keyOf(form, userId)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return empty
    const fields = Object.entries(kept).filter(
      ([name, value]) => name in empty && typeof value === typeof Reflect.get(empty, name),
    )
    return { ...empty, ...Object.fromEntries(fields) }
  } catch {
    return empty
  }
}

export const hasDraft = (form: string, userId: string): boolean =>
  tabValues.read(keyOf(form, userId)) !== null
