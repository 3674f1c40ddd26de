import type { VerificationSource } from '@galla/contract/verification'

export interface CredentialField {
  /** As the contract names it. */
  readonly name: string
  readonly label: string
  /** Where the merchant finds it. */
  readonly hint: string
  readonly isRequired: boolean
  /** Typed unseen; a name that is no secret can be checked by eye. */
  readonly isSecret: boolean
}

/** What a source asks of the merchant, in the order of the screen. Its rules are the contract's. */
export const CREDENTIAL_FIELDS: Readonly<Record<VerificationSource, readonly CredentialField[]>> = {
  'paytm-v3': [
    {
      name: 'merchantKey',
      label: 'Merchant Key',
      hint: 'From Developer Settings, API Keys, in your Paytm dashboard',
      isRequired: true,
      isSecret: true,
    },
  ],
  'paytm-keyless': [],
}

/** A field of the form: two sources that name one alike share nothing that was typed. */
export const credentialInput = (source: string, name: string): string => `${source}:${name}`

export const ALL_CREDENTIAL_INPUTS: readonly string[] = Object.entries(CREDENTIAL_FIELDS).flatMap(
  ([source, fields]) => fields.map(({ name }) => credentialInput(source, name)),
)
