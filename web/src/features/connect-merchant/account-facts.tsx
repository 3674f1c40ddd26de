import {
  ACCOUNT_KIND_NAMES,
  type MerchantAccount,
  PROVIDER_NAMES,
} from '@galla/contract/payment-accounts/accounts'
import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import { Box, Text } from '@mantine/core'
import { AddressText } from '../../components/display/address-text.tsx'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { Fact, FactList } from '../../components/display/fact-list.tsx'
import { displayWhenInFull } from '../../format/indian-display.ts'
import { t, translateServerText } from '../../locales/translate.ts'
import { ConnectionHealth } from './connection-health.tsx'
import { RegisteredName } from './registered-name.tsx'

/** Names the connected account, and whether its provider answers. */
export function AccountFacts({ account }: { account: MerchantAccount }) {
  const { verification } = account
  return (
    <FactList lines>
      <Fact name={t('Payment Provider')}>
        {translateServerText(PROVIDER_NAMES[account.merchantProvider])}
      </Fact>
      <Fact name={t('Merchant Name')}>
        <span dir="auto">{account.merchantName}</span>
      </Fact>
      <Fact name={t('Merchant ID')}>{account.merchantId}</Fact>
      <Fact name={t('UPI ID')}>
        <AddressText address={account.merchantUpiId} />
        <CopyIcon text={account.merchantUpiId} what={t('UPI ID')} />
      </Fact>
      {(account.registeredName !== '' || account.suggestedName !== null) && (
        <Fact name={t('Apps show')}>
          <RegisteredName account={account} />
        </Fact>
      )}
      <Fact name={t('Kind of account')}>{translateServerText(ACCOUNT_KIND_NAMES[account.kind])}</Fact>
      {account.uniqueAmounts && <Fact name={t('Amounts')}>{t('Each open order has its own')}</Fact>}
      <Fact name={t('Connected')}>{displayWhenInFull(account.connectedAt)}</Fact>
      <Fact name={t('Verification')}>
        <ConnectionHealth account={account} />
      </Fact>
      {verification !== null && verification.notificationUrl !== null && (
        <Fact name={t('Notifications')}>
          <NotificationAddress source={verification.source} url={verification.notificationUrl} />
        </Fact>
      )}
    </FactList>
  )
}

/** Where each provider that notifies takes the address, and what else it wants to know. */
const WHERE: Readonly<Partial<Record<VerificationSource, string>>> = {
  'phonepe-v2': t(
    'Paste it at PhonePe as a new webhook in Developer Settings, with the username and password that you gave here, for pg.order.completed and pg.order.failed.',
  ),
  'razorpay-qr': t(
    'Paste it at Razorpay as a new webhook in Account & Settings, with the secret that you gave here, for qr_code.credited and qr_code.closed.',
  ),
  cashfree: t('Paste it at Cashfree in Developers, Webhooks, for successful and failed payments.'),
}

/** The address that merchants enter at their provider, so that it reports payments by itself. */
function NotificationAddress({ source, url }: { source: VerificationSource; url: string }) {
  return (
    <>
      <div>
        <Box component="code" fz="sm">
          {url}
        </Box>
        <Text c="dimmed">{WHERE[source]}</Text>
      </div>
      <CopyIcon text={url} what={t('notification address')} />
    </>
  )
}
