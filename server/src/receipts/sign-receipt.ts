import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { istDayOf, istWallClock } from '@galla/contract/ist'
import { formatRupees } from '@galla/upi/rupees'
import type { ReceivedTime } from '../ledger/credit.ts'
import type { Secrets } from '../platform/crypto/crypto.ts'
import { maskedPayer, type Receipt, type SignedReceipt } from './receipt.ts'

/** PKCS #8 of an Ed25519 key is this and its 32 bytes (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface ReceiptSigner {
  /** The receipt as a compact JWS (RFC 7515, RFC 8037). */
  sign(receipt: Receipt): string
  /** The public key as a JWK (RFC 7517). */
  readonly publicKey: Readonly<Record<string, string>>
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** "2026-11-21T09:30+05:30" */
const minuteOf = (at: Date): string => `${istWallClock(at).toISOString().slice(0, 16)}+05:30`

const signedTime = ({ at, isDay }: ReceivedTime): string => (isDay ? istDayOf(at) : minuteOf(at))

const signedOf = (receipt: Receipt): SignedReceipt => ({
  order: receipt.orderId,
  reference: receipt.clientTxnId,
  merchant: receipt.merchantName,
  payee: receipt.upiId,
  amount: formatRupees(receipt.amount),
  utr: receipt.utr,
  payer: maskedPayer(receipt),
  confirmedBy: receipt.confirmedBy,
  ...(receipt.received === null
    ? { recordedAt: minuteOf(receipt.recordedAt) }
    : { receivedAt: signedTime(receipt.received) }),
  status: receipt.returned === null || receipt.returned.part !== undefined ? 'paid' : receipt.returned.status,
  ...(receipt.returned?.part !== undefined && { refunded: formatRupees(receipt.returned.part) }),
  ...(receipt.returned !== null && { returnRecordedAt: minuteOf(receipt.returned.recordedAt) }),
  mode: receipt.mode,
})

/** Derives the key from the data key of the installation, so that every process has the same one. */
export const createReceiptSigner = (secrets: Secrets): ReceiptSigner => {
  const der = Buffer.concat([PKCS8_HEAD, secrets.subkey('receipt signing key')])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const kid = createHash('sha256').update(x).digest('base64url').slice(0, 16)
  return {
    sign(receipt) {
      const signed = `${encoded({ alg: 'EdDSA', kid })}.${encoded(signedOf(receipt))}`
      return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
    },
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' },
  }
}
