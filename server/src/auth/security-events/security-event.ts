import type { SecurityEventKind } from '@galla/contract/auth/security-events'
import type { Client } from '../../merchants/caller.ts'

/** A change to a login or to the security of the money; the subject is a description, never a secret. */
export interface SecurityEvent {
  readonly merchantId: string
  readonly kind: SecurityEventKind
  readonly client: Client
  readonly subject?: string
}

export const SECURITY_EVENT_DAYS = 365

/** Returns the network part of an address, which shows the origin without identifying a person: 203.0.113.x, 2001:db8:1::. */
export const networkOf = (address: string): string => {
  const v4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i.exec(address)?.[1]
  if (v4 !== undefined) return `${v4}.x`
  if (!address.includes(':')) return ''
  const [head = ''] = address.split('::')
  return `${head
    .split(':')
    .slice(0, 3)
    .map((group) => group.toLowerCase().slice(0, 4))
    .join(':')}::`
}
