import type { AlertRefusal, SignatureFault } from '@galla/contract/bank-alerts/alerts'
import { FORWARDERS } from '@galla/contract/bank-alerts/forwarders'
import type { AccountKey } from '../../payment-accounts/account-source.ts'
import { openText, type Secrets, seal, sha256 } from '../../platform/crypto/crypto.ts'
import type { Platform } from '../../platform/feature.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { AlertTokenDeps } from '../alert-token.ts'
import { createRefusedAlertCount } from '../count-refused-alerts.ts'
import { mediaTypeOf } from '../forwarded-alert.ts'
import { findAddress, recordSignatureUse, type SignedAddress } from './alert-signing-store.ts'
import { checkSignature, isRulesCode, type SignedRequest } from './forwarder-signature.ts'

const associatedDataOf = ({ merchantId, accountId }: AccountKey) =>
  `alert_tokens signing ${merchantId} ${accountId}`
const sealingKey = (secrets: Secrets) => secrets.subkey('alert signing secrets')

const MESSAGES: Readonly<Record<SignatureFault, string>> = {
  unsigned: 'This message is not signed. Set the signing secret in the forwarder app.',
  wrong:
    'The signature of this message is wrong. Set the same signing secret in Galla and in the forwarder app.',
  old: "This message was signed at another time. Set the phone's clock to automatic.",
  undated:
    'This message contains no time. Put %receivedStamp% into the payload template of the forwarder app.',
  reused: 'The signature of this message was already used for another message. Sign each message separately.',
}

const RULES_EXPIRED = 'This setup code has expired. Replace the signing secret to get another one.'

/** The signing secret of an address; null where it has none. */
export const signingSecretOf = (
  secrets: Secrets,
  { signingSealed, ...account }: SignedAddress,
): string | null =>
  signingSealed === null ? null : openText(sealingKey(secrets), signingSealed, associatedDataOf(account))

export const sealSigningSecret = (secrets: Secrets, secret: string, account: AccountKey): Uint8Array =>
  seal(sealingKey(secrets), secret, associatedDataOf(account))

/** The account of an address, and the signature of the message if the address requires one. */
interface CheckedAddress extends AccountKey {
  readonly signatureHash?: Uint8Array
  /** When the signature was first used. A repeated request is no newer. */
  readonly signedAt?: Date
}

/** Covers the body and how it is read, so that one signed request is never two messages. */
const hashOfReading = ({ body, contentType }: SignedRequest): Buffer =>
  sha256(Buffer.concat([Buffer.from(`${mediaTypeOf(contentType)}\n`), body]))

export interface AlertAddresses {
  /** Finds the account. Refuses and counts a message without the signature that its address requires. */
  check(token: string, request: SignedRequest): Promise<CheckedAddress>
  /** Counts a message that is refused before its signature is checked. */
  countRefused(token: string, reason: AlertRefusal): Promise<void>
}

/** Finds the accounts of alert addresses, and counts refused messages. */
export const createAlertAddresses = ({
  db,
  clock,
  secrets,
}: Pick<Platform, 'db' | 'clock' | 'secrets'>): AlertAddresses => {
  const countRefused = createRefusedAlertCount({ db, clock })
  return {
    async check(token, request) {
      const address = await findAddress(db, sha256(token))
      if (address === undefined) throw new Refusal('not_found')
      const { signingSealed: _, ...account } = address
      const secret = signingSecretOf(secrets, address)
      if (secret === null) return account
      const now = clock.now()
      const signature = checkSignature(request, secret, now)
      const isFault = typeof signature === 'string'
      if (!isFault) {
        const signatureHash = sha256(signature.bytes)
        if (!signature.isForOneBody) return { ...account, signatureHash }
        const signedAt = await recordSignatureUse(
          db,
          account,
          { signatureHash, bodyHash: hashOfReading(request) },
          now,
        )
        if (signedAt !== null) return { ...account, signatureHash, signedAt }
      }
      const reason = isFault ? signature : 'reused'
      await countRefused({ ...account, reason })
      throw new Refusal('bad_signature', { msg: MESSAGES[reason] })
    },
    async countRefused(token, reason) {
      const address = await findAddress(db, sha256(token))
      if (address !== undefined) await countRefused({ ...address, reason })
    },
  }
}

/** The rules file that sets up a forwarder app for this alert address, with the signing secret if there is one. */
export const forwarderRules = async (
  { db, clock, secrets, alertUrl }: AlertTokenDeps,
  token: string,
  code: string | undefined,
): Promise<string> => {
  const rules = FORWARDERS.find(({ rules: found }) => found !== undefined)?.rules
  const address = await findAddress(db, sha256(token))
  if (rules === undefined || address === undefined) throw new Refusal('not_found')
  const secret = signingSecretOf(secrets, address)
  // The address alone must not reveal the secret, nor return rules whose messages would be refused.
  if (secret !== null && !isRulesCode(code ?? '', secret, clock.now()))
    throw new Refusal('bad_signature', { msg: RULES_EXPIRED })
  return rules.content(alertUrl(token), secret)
}
