import { IconQrcode } from 'virtual:icons'
import type { MerchantAccount } from '@galla/contract/payment-accounts/accounts'
import {
  MAKES_QR,
  VERIFICATION_SOURCES,
  type VerificationSource,
} from '@galla/contract/payment-accounts/verification'
import { payeeLink } from '@galla/upi/link'
import { parseVpa } from '@galla/upi/vpa'
import { Text } from '@mantine/core'
import { QrFigure, QrPicture } from '../../components/display/qr-picture.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'

/** What customers will see of the account: a QR code to try, unless its provider makes one for each order. */
export function AccountPicture({ account }: { account: MerchantAccount }) {
  const { verification, merchantUpiId, merchantName } = account
  const maker = verification === null ? undefined : QR_MAKERS[verification.source]
  const payeeVpa = parseVpa(merchantUpiId)
  if (maker !== undefined)
    return (
      <Notice Icon={IconQrcode} title={t('{maker} makes a QR code for each order.', { maker })}>
        <Text c="dimmed">
          {t(
            "It carries the UPI ID that {maker} gave your account, and customers' apps name you as {maker} does.",
            { maker },
          )}
        </Text>
      </Notice>
    )
  if (payeeVpa === undefined) return null
  return (
    <QrFigure
      picture={
        <QrPicture
          text={payeeLink({ payeeVpa, payeeName: merchantName })}
          label={t('QR code of {merchantUpiId}', { merchantUpiId })}
        />
      }
    >
      {richText(
        "<span>This is how your customers' apps will name you.</span>Scan it, look at the name, and go back without paying.",
        {
          span: (text) => (
            <Text c="var(--galla-text)" fw={600} mb={4}>
              {text}
            </Text>
          ),
        },
      )}
    </QrFigure>
  )
}

const NAMES: Readonly<Partial<Record<VerificationSource, string>>> = {
  'phonepe-v2': 'PhonePe',
  'razorpay-qr': 'Razorpay',
  cashfree: 'Cashfree',
}

/** The provider that creates the QR codes of an account's orders, by its source; undefined where they are our own. */
const QR_MAKERS: Readonly<Partial<Record<VerificationSource, string>>> = Object.fromEntries(
  VERIFICATION_SOURCES.filter((source) => MAKES_QR[source]).map((source) => [source, NAMES[source]]),
)
