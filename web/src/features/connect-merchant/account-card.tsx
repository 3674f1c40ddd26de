import { IconEdit, IconQrcode } from 'virtual:icons'
import type { MerchantAccount } from '@galla/contract/payment-accounts/accounts'
import {
  MAKES_QR,
  VERIFICATION_SOURCES,
  type VerificationSource,
} from '@galla/contract/payment-accounts/verification'
import { payeeLink } from '@galla/upi/link'
import { parseVpa } from '@galla/upi/vpa'
import { Box, Button, Skeleton, Text } from '@mantine/core'
import { Link } from 'react-router'
import { Fact, FactList } from '../../components/display/fact-list.tsx'
import { QrFigure, QrPicture } from '../../components/display/qr-picture.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import type { useMerchantAccount } from '../../queries/merchant-account.ts'
import { AccountFacts } from './account-facts.tsx'
import css from './connect-merchant-page.module.css'
import { NetworkRules } from './network-rules.tsx'

interface AccountCardProps {
  readonly account: ReturnType<typeof useMerchantAccount>
  readonly onConnect: () => void
  readonly onChange: (account: MerchantAccount) => void
  /** Others see what they may read. */
  readonly mayConnect: boolean
}

export function AccountCard({ account, ...may }: AccountCardProps) {
  if (account.data) return <Connected account={account.data} {...may} />
  if (account.data === null) return <NotConnected {...may} />
  if (account.isError)
    return (
      <Panel>
        <QueryError query={account} failure={t('Failed to fetch merchant details')} />
      </Panel>
    )
  return <CardSkeleton />
}

function NotConnected({ onConnect, mayConnect }: Omit<AccountCardProps, 'account'>) {
  return (
    <Panel
      title={t('No Merchant Account Connected')}
      note={t(
        'Connect your own business UPI ID so that live payments go straight to it. Test mode works without it.',
      )}
    >
      {mayConnect ? (
        <Button
          component={Link}
          to={paths.connectMerchantToo}
          maw="100%"
          onClick={(event) => {
            // The link leads to this page's form; a plain click scrolls there instead of navigating.
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onConnect()
          }}
        >
          {t('Connect a merchant account')}
        </Button>
      ) : (
        t('Only an owner can connect an account.')
      )}
    </Panel>
  )
}

function Connected({
  account,
  onChange,
  mayConnect,
}: Omit<AccountCardProps, 'account'> & { account: MerchantAccount }) {
  return (
    <Panel
      title={t('Connected account')}
      note={t('New live orders are paid to this account.')}
      action={
        mayConnect && (
          <Button variant="default" leftSection={<IconEdit />} onClick={() => onChange(account)}>
            {t('Change details')}
          </Button>
        )
      }
    >
      <div className={css.card}>
        <AccountFacts account={account} />
        <AccountPicture account={account} />
      </div>
      <Box mt="sm">
        <NetworkRules kind={account.kind} />
      </Box>
    </Panel>
  )
}

export function CardSkeleton() {
  return (
    <div aria-busy="true" role="status" aria-label={t('Loading the connected account')}>
      <Panel>
        <Skeleton h={20} w={170} mb={8} />
        <Skeleton h={16} w={220} mb={20} />
        <div className={css.card}>
          <FactList lines>
            {[t('Provider'), t('Name'), 'ID', 'UPI', t('Since')].map((row) => (
              <Fact key={row} name={<Skeleton h={16} my={9} />}>
                <Skeleton h={16} w={200} />
              </Fact>
            ))}
          </FactList>
          <Skeleton h={208} radius="lg" />
        </div>
      </Panel>
    </div>
  )
}

/** A sample QR code of the account, unless its provider creates one for each order. */
function AccountPicture({ account }: { account: MerchantAccount }) {
  const { verification, merchantUpiId, merchantName } = account
  const maker = verification === null ? undefined : QR_MAKERS[verification.source]
  const payeeVpa = parseVpa(merchantUpiId)
  if (maker !== undefined)
    return (
      <Notice Icon={IconQrcode} title={t('{maker} creates a QR code for each order.', { maker })}>
        <Text c="dimmed">
          {t(
            "The QR code contains the UPI ID that {maker} gave your account. Customers' apps show the name registered with {maker}.",
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
        '<span>Check the name that your customers will see.</span>Scan the code, check the name, and go back without paying.',
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

/** The provider that creates QR codes, by verification source; undefined where Galla creates them. */
const QR_MAKERS: Readonly<Partial<Record<VerificationSource, string>>> = Object.fromEntries(
  VERIFICATION_SOURCES.filter((source) => MAKES_QR[source]).map((source) => [source, NAMES[source]]),
)
