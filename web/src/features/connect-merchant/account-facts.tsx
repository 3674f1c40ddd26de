import {
  ACCOUNT_KIND_NAMES,
  type MerchantAccount,
  PROVIDER_NAMES,
  testConnection,
} from '@galla/contract/payment-accounts/accounts'
import { VERIFICATION_NAMES, type VerificationSource } from '@galla/contract/payment-accounts/verification'
import { Box, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../api/api.ts'
import { AddressText } from '../../components/display/address-text.tsx'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { Fact, FactList } from '../../components/display/fact-list.tsx'
import { When } from '../../components/display/when.tsx'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../../components/feedback/toast.tsx'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
import { serverTimeMs } from '../../format/clock.ts'
import { displayWhen } from '../../format/indian-display.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t, translateServerText } from '../../locales/translate.ts'
import { merchantAccountQuery } from '../../queries/merchant-account.ts'
import { useUser } from '../../session/session.tsx'
import { alertHealth, lastHeardAt } from './alerts/alert-health.ts'
import { useAlertSource } from './alerts/alert-source-query.ts'
import { RegisteredName } from './registered-name.tsx'

/** The details of the connected account, and the health of its provider connection. */
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
      {account.uniqueAmounts && <Fact name={t('Amounts')}>{t('Unique for each open order')}</Fact>}
      <Fact name={t('Connected')}>
        <When at={account.connectedAt} />
      </Fact>
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

/** Where each provider's dashboard takes the notification URL, and which other settings it needs. */
const WHERE: Readonly<Partial<Record<VerificationSource, string>>> = {
  'phonepe-v2': t(
    'Paste it at PhonePe as a new webhook in Developer Settings, with the username and password that you entered here, for pg.order.completed and pg.order.failed.',
  ),
  'razorpay-qr': t(
    'Paste it at Razorpay as a new webhook in Account & Settings, with the secret that you entered here, for qr_code.credited and qr_code.closed.',
  ),
  cashfree: t('Paste it at Cashfree in Developers, Webhooks, for successful and failed payments.'),
}

/** The URL that the merchant enters in the provider's dashboard, so that the provider reports payments. */
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

const STATES = {
  untested: { label: t('Not tested yet'), tone: 'calm' },
  working: { label: t('Working'), tone: 'success' },
  failing: { label: t('Failing'), tone: 'pending' },
  paused: { label: t('Paused'), tone: 'pending' },
} as const

type Health = NonNullable<MerchantAccount['verification']>['health']

const explanation = ({ state, detail, lastWorkedAt }: Health): string | undefined => {
  if (state === 'untested') return t('The first payment or a test will show whether it works.')
  if (state === 'working')
    return lastWorkedAt === null
      ? undefined
      : t('Last answered {lastWorkedAt}.', { lastWorkedAt: displayWhen(lastWorkedAt) })
  const since =
    lastWorkedAt === null
      ? t('Has not worked yet')
      : t('Last worked {lastWorkedAt}', { lastWorkedAt: displayWhen(lastWorkedAt) })
  return `${detail}. ${since}.`
}

/** The state of the provider connection, with a button to test it. */
function ConnectionHealth({ account }: { account: MerchantAccount }) {
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: () => callEndpoint(testConnection, {}),
    onSuccess: ({ data }) => {
      if (data.works) toastSuccess(data.detail)
      else toastFailure(data.detail)
    },
    onError: (error) => toastFailure(failureMessage(error, t('The connection could not be tested'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: merchantAccountQuery.queryKey }),
  })
  if (account.verification === null) return <RecognisedBy />
  const { source, health } = account.verification
  const { label, tone } = STATES[health.state]
  return (
    <Group gap="6px 12px" flex={1}>
      <Box flex="1 1 200px">
        {VERIFICATION_NAMES[source]} <ToneBadge tone={tone}>{label}</ToneBadge>
        <Text c="dimmed">{explanation(health)}</Text>
      </Box>
      <ActionButton
        variant="default"
        busy={test.isPending}
        busyLabel={t('Testing...')}
        onClick={() => test.mutate()}
      >
        {t('Test connection')}
      </ActionButton>
    </Group>
  )
}

/** For an account without a provider: payments may be recognised from the alerts that a phone forwards. */
function RecognisedBy() {
  const { mode } = useUser()
  const { data: source } = useAlertSource()
  // The card shows the live account, but in test mode only the test account's phone is known.
  if (mode === 'test' || !source || lastHeardAt(source) === null) return t('Not automatic')
  const { state, title } = alertHealth(source, serverTimeMs())
  return (
    <span>
      {richText('By alerts from a phone <state></state>', {
        state: () => <ToneBadge tone={state === 'silent' ? 'pending' : 'success'}>{title}</ToneBadge>,
      })}
    </span>
  )
}
