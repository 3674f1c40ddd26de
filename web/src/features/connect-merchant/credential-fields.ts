import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import { t } from '../../locales/translate.ts'

export interface CredentialField {
  /** The contract's name for it. */
  readonly name: string
  readonly label: string
  /** Tells where the merchant finds it. */
  readonly hint: string
  readonly isOptional?: true
  /** A password input; public identifiers are shown as typed. */
  readonly isSecret?: true
  /** Only verifies the provider's notifications; payments are found without it. */
  readonly isForNotices?: true
}

/** The credentials of each source, in the order of the screen. The contract validates them. */
export const CREDENTIAL_FIELDS: Readonly<Record<VerificationSource, readonly CredentialField[]>> = {
  'paytm-v3': [
    {
      name: 'merchantKey',
      label: t('Merchant Key'),
      hint: t('From Developer Settings, API Keys, in your Paytm dashboard'),
      isSecret: true,
    },
  ],
  'paytm-keyless': [],
  'phonepe-v2': [
    {
      name: 'clientId',
      label: t('Client ID'),
      hint: t('From Developer Settings in your PhonePe Business dashboard, with Test Mode off'),
    },
    {
      name: 'clientSecret',
      label: t('Client Secret'),
      hint: t('Shown next to the Client ID'),
      isSecret: true,
    },
    {
      name: 'clientVersion',
      label: t('Client Version'),
      hint: t('Shown next to the Client ID. Leave empty for 1'),
      isOptional: true,
    },
    {
      name: 'webhookUsername',
      label: t('Webhook Username'),
      hint: t('Choose a username, and enter the same in Developer Settings, Webhook'),
      isOptional: true,
      isForNotices: true,
    },
    {
      name: 'webhookPassword',
      label: t('Webhook Password'),
      hint: t('Choose a password: 8 to 20 characters, with letters and digits'),
      isOptional: true,
      isSecret: true,
      isForNotices: true,
    },
  ],
  'razorpay-qr': [
    {
      name: 'keyId',
      label: t('Key ID'),
      hint: t('From Account & Settings, API Keys, in your Razorpay dashboard, in Live Mode'),
    },
    {
      name: 'keySecret',
      label: t('Key Secret'),
      hint: t('Shown once next to the Key ID. Galla stores it encrypted and never shows it again'),
      isSecret: true,
    },
    {
      name: 'webhookSecret',
      label: t('Webhook Secret'),
      hint: t('The secret that you set for the webhook in Account & Settings, Webhooks'),
      isOptional: true,
      isSecret: true,
      isForNotices: true,
    },
  ],
  cashfree: [
    {
      name: 'clientId',
      label: t('Client ID'),
      hint: t('From Developers, API Keys, in your Cashfree dashboard; older accounts call it App ID'),
    },
    {
      name: 'clientSecret',
      label: t('Client Secret'),
      hint: t("Shown next to the Client ID, called Secret Key. It also verifies Cashfree's notifications"),
      isSecret: true,
    },
  ],
}

/** The name of the form's input. It includes the source, so that two sources never share a typed value. */
export const credentialInput = (source: string, name: string): string => `${source}:${name}`

export const ALL_CREDENTIAL_INPUTS: readonly string[] = Object.entries(CREDENTIAL_FIELDS).flatMap(
  ([source, fields]) => fields.map(({ name }) => credentialInput(source, name)),
)
