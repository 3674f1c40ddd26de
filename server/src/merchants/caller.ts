import type { KeyScope } from '@galla/contract/api-keys/key-scopes'
import type { SessionRole } from '@galla/contract/auth/roles'
import type { Mode } from '@galla/contract/orders/order-status'

declare module '../platform/http/endpoint-binding.ts' {
  interface Callers {
    readonly session: SessionCaller
    readonly operator: SessionCaller
    readonly key: KeyCaller
  }
}

/** A logged-in person in a shop: their own, or one whose team they are in. The session's mode decides what they see. */
export interface SessionCaller {
  /** Whose login it is, by their account. */
  readonly personId: string
  readonly merchantId: string
  readonly role: SessionRole
  readonly mode: Mode
  /** Identifies the session: SHA-256 of its cookie. */
  readonly tokenHash: Uint8Array
  /** When the user last proved who they are. */
  readonly confirmedAt: Date
  readonly client: Client
}

/** The caller in the account of their login, whatever shop the session is in: its password, sessions and second factor. */
export const inOwnAccount = <C extends Pick<SessionCaller, 'personId'>>(caller: C) => ({
  ...caller,
  merchantId: caller.personId,
})

/** The origin of a request, for the record of security events. */
export interface Client {
  readonly address: string
  readonly userAgent: string
  /** Whose login it is. */
  readonly by?: Actor
}

export interface Actor extends Pick<SessionCaller, 'personId' | 'role'> {
  /** Null where it is of no mode, such as a login. */
  readonly mode: Mode | null
}

/** A program with an API key. A key belongs to one mode. */
export interface KeyCaller {
  readonly merchantId: string
  readonly mode: Mode
  readonly keyHash: Uint8Array
}

/** What a call needs of a key: one of these scopes, and of a merchant who creates something not to be suspended. */
export interface KeyNeed {
  readonly scopes: readonly [KeyScope, ...KeyScope[]]
  readonly isCreation: boolean
}

/** Why a key was refused. */
export type KeyRefusal = 'bad_key' | 'forbidden' | 'address_not_allowed'
