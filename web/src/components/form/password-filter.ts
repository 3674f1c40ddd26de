import { isInFilter, passwordForm } from '@galla/contract/auth/password-advice'
import { fetchOwnFile } from '../../api/api.ts'
import filterUrl from './password-filter.bloom?url'

let loaded: Promise<Uint8Array> | undefined

/** 16 kB, loaded when a password is chosen. */
const load = (): Promise<Uint8Array> =>
  fetchOwnFile(filterUrl, async (response) => new Uint8Array(await response.arrayBuffer()))

/** Whether a password is one of the 5,000 most common ones. It is compared here: what is typed leaves the browser only with the form. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loaded ??= load()
  try {
    const filter = await loaded
    const text = new TextEncoder().encode(passwordForm(password))
    return isInFilter(filter, new Uint8Array(await crypto.subtle.digest('SHA-256', text)))
  } catch (error) {
    loaded = undefined
    throw error
  }
}
