import type { User } from '@galla/contract/auth/merchants'
import { tabValues } from '../../browser/browser-storage.ts'

/** Form drafts survive a failed save, an expired session and a reload: sessionStorage keeps them under their owner. */
const keyOf = (form: string, owner: string) => `galla.draft.${form}.${owner}`

/** Whose drafts are shown: what a person typed in one shop must not be sent in another. */
export const draftOwner = ({ id, shop }: Pick<User, 'id' | 'shop'>): string =>
  shop === undefined ? id : `${id}.${shop.id}`

/** Owns the drafts of public pages. */
export const VISITOR = 'visitor'
/** The login form's draft; a registration fills in the email address. */
export const LOGIN_DRAFT = 'login'

export function storeDraft(form: string, owner: string, values: Record<string, unknown>): void {
  tabValues.write(keyOf(form, owner), JSON.stringify(values))
}

export function dropDraft(form: string, owner: string): void {
  tabValues.remove(keyOf(form, owner))
}

/** The stored values of the fields that the form still has. */
export function storedDraft<Values extends object>(form: string, owner: string, empty: Values): Values {
  try {
    const kept: unknown = JSON.parse(tabValues.read(keyOf(form, owner)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return empty
    const fields = Object.entries(kept).filter(
      ([name, value]) => name in empty && typeof value === typeof Reflect.get(empty, name),
    )
    return { ...empty, ...Object.fromEntries(fields) }
  } catch {
    return empty
  }
}

export const hasDraft = (form: string, owner: string): boolean => tabValues.read(keyOf(form, owner)) !== null
