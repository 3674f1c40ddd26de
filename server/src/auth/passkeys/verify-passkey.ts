import type { addPasskey, logInByPasskey } from '@galla/contract/auth/passkeys'
import type { BodyOf } from '@galla/contract/endpoint'
import type { VerifiedRegistrationResponse } from '@simplewebauthn/server'
import { lockMerchant } from '../../merchants/merchant-store.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Settings } from '../../platform/settings.ts'
import {
  consumeChallenge,
  insertChallenge,
  listPasskeyRows,
  type PasskeyRow,
  updatePasskeyUse,
} from './passkey-store.ts'

export interface PasskeyDeps extends Pick<Platform, 'db' | 'clock' | 'ids'> {
  readonly settings: Pick<Settings, 'publicUrl'>
}

type SignedByPasskey = BodyOf<typeof logInByPasskey>['answer']

export const CHALLENGE_MS = 5 * 60_000
const CHALLENGE_BYTES = 32

/** Loaded with the first passkey: a start does not wait for it. */
export const webauthn = () => import('@simplewebauthn/server')

/** A new challenge: of a person who adds a passkey, or of a login. */
export const newChallenge = async (
  { db, clock, ids }: PasskeyDeps,
  personId: string | null,
): Promise<Uint8Array<ArrayBuffer>> => {
  const challenge = new Uint8Array(ids.bytes(CHALLENGE_BYTES))
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS)
  await insertChallenge(db, sha256(Buffer.from(challenge).toString('base64url')), personId, expiresAt)
  return challenge
}

const refused = (): never => {
  throw new Refusal('wrong_passkey')
}

/** The challenge that was signed, which is used up by this, whatever else is wrong. */
const useChallenge = async (
  { db, clock }: PasskeyDeps,
  personId: string | null,
  clientDataJSON: string,
): Promise<string> => {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  const { challenge } = await verified(async () => decodeClientDataJSON(clientDataJSON))
  const isOpen = await consumeChallenge(db, sha256(String(challenge)), personId, clock.now())
  return isOpen ? challenge : refused()
}

/** Passkeys of this address only, and only if the device has checked who holds it. */
const expected = ({ settings: { publicUrl } }: PasskeyDeps) => ({
  expectedOrigin: publicUrl.origin,
  expectedRPID: publicUrl.hostname,
  requireUserVerification: true,
})

/** Whatever is wrong with an answer, the library throws. */
const verified = async <T>(verify: () => Promise<T>): Promise<T> => verify().catch(refused)

export type Created = NonNullable<VerifiedRegistrationResponse['registrationInfo']>['credential']

export const verifyCreated = async (
  deps: PasskeyDeps,
  personId: string,
  answer: BodyOf<typeof addPasskey>['answer'],
): Promise<Created> => {
  const { verifyRegistrationResponse } = await webauthn()
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const expectedChallenge = await useChallenge(deps, personId, answer.response.clientDataJSON)
  const { registrationInfo } = await verified(async () => {
    // We asked for no attestation. The library would fetch what certificates in one name.
    const attestation = decodeAttestationObject(Buffer.from(answer.response.attestationObject, 'base64url'))
    if (attestation.get('fmt') !== 'none') return refused()
    return verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge,
      ...expected(deps),
    })
  })
  return registrationInfo?.credential ?? refused()
}

/** Returns the counter of the signature. */
const verifySigned = async (
  deps: PasskeyDeps,
  { credentialId, publicKey, counter }: PasskeyRow,
  answer: SignedByPasskey,
): Promise<number> => {
  const { verifyAuthenticationResponse } = await webauthn()
  const { response, ...rest } = answer
  const { userHandle, ...signed } = response
  const expectedChallenge = await useChallenge(deps, null, signed.clientDataJSON)
  const found = await verified(() =>
    verifyAuthenticationResponse({
      response: {
        ...rest,
        clientExtensionResults: {},
        response: { ...signed, ...(userHandle === undefined ? {} : { userHandle }) },
      },
      credential: {
        id: credentialId.toString('base64url'),
        publicKey: new Uint8Array(publicKey),
        counter,
      },
      expectedChallenge,
      ...expected(deps),
    }),
  )
  return found.verified ? found.authenticationInfo.newCounter : refused()
}

/**
 * Verifies that a passkey of this account signed. `isProved` locks and uses it: false for one that was removed in the meantime, or is a copy
 * of a device.
 */
export const checkPasskey = async (
  deps: PasskeyDeps,
  merchantId: string,
  answer: SignedByPasskey,
): Promise<{ readonly passkeyId: string; readonly isProved: (tx: Transaction) => Promise<boolean> }> => {
  const known = await listPasskeyRows(deps.db, merchantId)
  const passkey = known.find(({ credentialId }) => credentialId.toString('base64url') === answer.id)
  if (passkey === undefined) return refused()
  const counter = await verifySigned(deps, passkey, answer)
  const { passkeyId } = passkey
  return {
    passkeyId,
    isProved: async (tx) => {
      await lockMerchant(tx, merchantId)
      return updatePasskeyUse(tx, merchantId, passkeyId, counter, deps.clock.now())
    },
  }
}
