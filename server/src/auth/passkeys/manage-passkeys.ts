import { type addPasskey as addCall, PASSKEYS_MAX, type Passkey } from '@galla/contract/auth/passkeys'
import type { BodyOf } from '@galla/contract/endpoint'
import { z } from 'zod'
import type { Client, SessionCaller } from '../../merchants/caller.ts'
import { emailMerchant, type MailDeps } from '../../merchants/email-merchant.ts'
import { findMerchant } from '../../merchants/find-merchant.ts'
import { lockMerchant } from '../../merchants/merchant-store.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type RecordSecurityDeps, recordSecurityEvent } from '../security-events/record-security-event.ts'
import { updateSessionPasskey } from '../sessions/session-store.ts'
import { deletePasskey, deletePasskeysAddedSince, insertPasskey, listPasskeyRows } from './passkey-store.ts'
import { CHALLENGE_MS, newChallenge, type PasskeyDeps, verifyCreated, webauthn } from './verify-passkey.ts'

export const PASSKEY_JOB = 'passkey.changed'

const changed = z.object({ merchantId: z.string(), isAdded: z.boolean(), name: z.string() })
type Changed = z.output<typeof changed>

export const listPasskeys = async (
  { db }: Pick<Platform, 'db'>,
  { merchantId }: Pick<SessionCaller, 'merchantId'>,
): Promise<Passkey[]> =>
  (await listPasskeyRows(db, merchantId)).map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
    id: passkeyId,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))

/** What the browser needs to create a passkey of this account that it finds again without the e-mail address. */
export const beginPasskey = async (deps: PasskeyDeps, { merchantId }: SessionCaller) => {
  const known = await listPasskeyRows(deps.db, merchantId)
  if (known.length >= PASSKEYS_MAX) throw new Refusal('too_many_passkeys')
  const { name, email } = await findMerchant(deps, merchantId)
  const { generateRegistrationOptions } = await webauthn()
  return {
    ...(await generateRegistrationOptions({
      rpName: 'Galla',
      rpID: deps.settings.publicUrl.hostname,
      userID: new Uint8Array(Buffer.from(merchantId)),
      userName: email,
      userDisplayName: name,
      challenge: await newChallenge(deps, merchantId),
      timeout: CHALLENGE_MS,
      excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId.toString('base64url') })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })),
  }
}

/** The account is locked, so that two at once do not exceed the number of passkeys. */
export const addPasskey = async (
  deps: PasskeyDeps,
  { merchantId, client }: SessionCaller,
  { name, answer }: BodyOf<typeof addCall>,
): Promise<void> => {
  const { id, publicKey, counter } = await verifyCreated(deps, merchantId, answer)
  const createdAt = deps.clock.now()
  const row = {
    passkeyId: deps.ids.ulid(createdAt),
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
  }
  await deps.db.transaction(async (tx) => {
    await lockMerchant(tx, merchantId)
    if ((await listPasskeyRows(tx, merchantId)).length >= PASSKEYS_MAX) throw new Refusal('too_many_passkeys')
    if (!(await insertPasskey(tx, merchantId, { ...row, counter, name, createdAt })))
      throw new Refusal('wrong_passkey')
    await recordChange(tx, deps, { merchantId, client, isAdded: true, name })
  })
}

/** Ends the sessions that the passkey opened, except the one that removes it. */
export const removePasskey = (
  deps: PasskeyDeps,
  { merchantId, tokenHash, client }: SessionCaller,
  passkeyId: string,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    await updateSessionPasskey(tx, merchantId, tokenHash, passkeyId)
    const name = await deletePasskey(tx, merchantId, passkeyId)
    if (name === undefined) throw new Refusal('not_found')
    await recordChange(tx, deps, { merchantId, client, isAdded: false, name })
  })

/** Of an account that is taken back: who had it may have added a passkey. An older one stays, because its owner got an e-mail. */
export const removeRecentPasskeys = async (
  tx: Transaction,
  deps: RecordSecurityDeps,
  {
    merchantId,
    client,
    since,
  }: { readonly merchantId: string; readonly client: Client; readonly since: Date },
): Promise<void> => {
  for (const name of await deletePasskeysAddedSince(tx, merchantId, since))
    await recordChange(tx, deps, { merchantId, client, isAdded: false, name })
}

const recordChange = async (
  tx: Transaction,
  deps: RecordSecurityDeps,
  { client, ...change }: Changed & { readonly client: Client },
): Promise<void> => {
  const kind = change.isAdded ? 'passkey_added' : 'passkey_removed'
  await addJob(tx, PASSKEY_JOB, change satisfies Changed)
  await recordSecurityEvent(tx, deps, { merchantId: change.merchantId, client, kind, subject: change.name })
}

/** Notifies the owner, in case it was someone else. */
export const notifyPasskeyChanged = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, isAdded, name } = changed.parse(payload)
  await emailMerchant(deps, merchantId, (t) => ({
    subject: isAdded
      ? t('A passkey was added to your account')
      : t('A passkey was removed from your account'),
    paragraphs: [
      isAdded
        ? t('The passkey {name} now logs in to your Galla account without the password and without a code.', {
            name,
          })
        : t('The passkey {name} no longer logs in to your Galla account.', { name }),
    ],
    action: { label: t('See your passkeys'), path: '/dashboard/security' },
    footnote: t('If this was not you, set a new password now. This logs out all devices: {url}', {
      url: new URL('/forgot-password', deps.publicUrl).href,
    }),
  }))
}
