import { beginPasskeyLogin } from '@galla/contract/auth/passkeys'
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser'
import { callEndpoint } from '../api/api.ts'

/** The browser asks which of the passkeys of this address, and for the fingerprint, face or PIN. */
export const signWithPasskey = async () => {
  const { data } = await callEndpoint(beginPasskeyLogin)
  return startAuthentication({ optionsJSON: data as PublicKeyCredentialRequestOptionsJSON })
}
