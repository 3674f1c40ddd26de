import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import { Box, Text } from '@mantine/core'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { t } from '../../locales/translate.ts'

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
export function NotificationAddress({ source, url }: { source: VerificationSource; url: string }) {
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
