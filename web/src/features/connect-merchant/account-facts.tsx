import {
  ACCOUNT_KIND_NAMES,
  type MerchantAccount,
  PROVIDER_NAMES,
} from '@galla/contract/payment-accounts/accounts'
import { AddressText } from '../../components/display/address-text.tsx'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { Fact, FactList } from '../../components/display/fact-list.tsx'
import { displayWhenInFull } from '../../format/indian-display.ts'
import { t, translateServerText } from '../../locales/translate.ts'
import { ConnectionHealth } from './connection-health.tsx'
import { NotificationAddress } from './notification-address.tsx'
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
