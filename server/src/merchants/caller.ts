import type { Mode } from '@galla/contract/order-status'

/** Somebody who is logged in. What the session's merchant may see follows its mode. */
export interface SessionCaller {
  readonly merchantId: string
  readonly role: 'owner' | 'operator'
  readonly mode: Mode
  /** Names the session: SHA-256 of its cookie. */
  readonly tokenHash: Uint8Array
}

export type KeyScope = 'full' | 'create' | 'read'

/** A program with an API key. A key belongs to one mode. */
export interface KeyCaller {
  readonly merchantId: string
  readonly mode: Mode
  readonly keyHash: Uint8Array
  readonly scope: KeyScope
}

/** What a call needs: `create` makes orders, `read` only looks. A key that may create may look after what it made. */
export type KeyNeed = 'create' | 'read'

export const SCOPE_ALLOWS = {
  full: { create: true, read: true },
  create: { create: true, read: true },
  read: { create: false, read: true },
} as const satisfies Record<KeyScope, Record<KeyNeed, boolean>>
