import type { Alert } from '@galla/upi/alert'
import type { Received } from '../ledger/received.ts'
import { openText, type Secrets, seal } from '../platform/crypto/crypto.ts'
import { isSecret, type ReadAlert, SECRET_READ } from './alert-outcome.ts'
import type { AlertRow } from './alert-store.ts'
import type { Forwarded } from './forwarded-alert.ts'
import { type MessageTime, timeOfMessage } from './message-time.ts'

type Message = Omit<Forwarded, 'times' | 'lastDigits' | 'namedDigits'>

/** A message as it is stored, with how it was read when it came. */
export interface StoredAlert extends Message {
  /** A one-time password: only the fact that it came is stored. */
  readonly isSecret?: true
  readonly read: ReadAlert
  readonly received: Received
}

const SECRET = { text: '', title: null, sender: null, isSecret: true } as const

/** The parts of a message that are stored. */
export const toStoredAlert = (
  read: ReadAlert,
  { text, title, sender, email, device, messageId }: Message,
  { received }: Pick<MessageTime, 'received'>,
): Partial<StoredAlert> & Pick<StoredAlert, 'text' | 'title' | 'sender'> => ({
  ...(isSecret(read)
    ? SECRET
    : { text, title, sender, ...(device && { device }), ...(messageId && { messageId }), read, received }),
  ...(email && { email }),
})

/** When the payment of a message came, whose credit may name a day. */
export const timeOf = (
  { reading }: ReadAlert,
  message: { readonly times: readonly Date[]; readonly arrivedAt: Date; readonly heardAt?: Date | null },
): MessageTime => timeOfMessage({ ...message, ...namedBy(reading) })

const namedBy = (reading: Alert) => {
  if (reading.kind !== 'credit') return {}
  const { namedDay, namedTime } = reading
  return { ...(namedDay && { namedDay }), ...(namedTime && { namedTime }) }
}

const associatedDataOf = (alertId: string) => `alerts sealed ${alertId}`
const sealingKey = (secrets: Secrets) => secrets.subkey('alerts')

/** JSON has no bigint and no Date: amounts and times are text in it. */
const toJson = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value
const fromJson = (key: string, value: unknown): unknown => {
  if (key === 'amount') return BigInt(value as string)
  return key === 'from' || key === 'to' ? new Date(value as string) : value
}

/** Encrypts a message for its row. */
export const sealAlert = (secrets: Secrets, alertId: string, stored: Partial<StoredAlert>): Buffer =>
  seal(sealingKey(secrets), JSON.stringify(stored, toJson), associatedDataOf(alertId))

/** Decrypts a stored message. */
export const openAlert = (
  secrets: Secrets,
  row: Pick<AlertRow, 'alertId' | 'sealed' | 'receivedAt'>,
): StoredAlert => {
  const text = openText(sealingKey(secrets), row.sealed, associatedDataOf(row.alertId))
  const stored = JSON.parse(text, fromJson) as StoredAlert
  const received: Received = { from: row.receivedAt, to: row.receivedAt, named: 'nothing' }
  return stored.isSecret === true ? { ...stored, read: SECRET_READ, received } : stored
}
