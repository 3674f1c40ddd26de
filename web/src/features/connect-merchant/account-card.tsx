import { IconBuildingBank, IconEdit, IconQrcode } from 'virtual:icons'
import { type MerchantAccount, PROVIDER_NAMES } from '@galla/contract/payment-accounts/accounts'
import { payeeLink } from '@galla/upi/link'
import { parseVpa } from '@galla/upi/vpa'
import { Box, Button, Center, Group, Skeleton, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { useMerchantAccount } from '../../api/merchant-account.ts'
import { AddressText } from '../../components/display/address-text.tsx'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { QrPicture } from '../../components/display/qr-picture.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { LoadError } from '../../components/feedback/screen-message.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayWhenInFull } from '../../format/indian-display.ts'
import { paths } from '../../paths.ts'
import css from './connect-merchant-page.module.css'
import { ConnectionHealth } from './connection-health.tsx'
import { NotificationAddress } from './notification-address.tsx'
import { QR_MAKERS } from './qr-makers.ts'

const WORDS = {
  failed: 'Failed to fetch merchant details',
  unreachable: 'Failed to fetch merchant details',
}

interface AccountCardProps {
  readonly account: ReturnType<typeof useMerchantAccount>
  readonly onConnect: () => void
  readonly onChange: (account: MerchantAccount) => void
}

export function AccountCard({ account, onConnect, onChange }: AccountCardProps) {
  if (account.data) return <Connected account={account.data} onChange={onChange} />
  if (account.data === null) return <NotConnected onConnect={onConnect} />
  if (account.isError)
    return (
      <Panel>
        <LoadError message={failureMessage(account.error, WORDS)} onRetry={() => void account.refetch()} />
      </Panel>
    )
  return <CardSkeleton />
}

function NotConnected({ onConnect }: { onConnect: () => void }) {
  return (
    <Panel>
      <Group gap="16px 20px" wrap="nowrap" className={css.none}>
        <Center
          component="span"
          h={52}
          bdrs="lg"
          c="var(--galla-accent)"
          bg="var(--galla-created-soft)"
          className={css.sign}
        >
          <IconBuildingBank size={24} stroke={1.7} aria-hidden />
        </Center>
        <div className={css.noneText}>
          <Title order={2} fz="md" fw={650}>
            No Merchant Account Connected
          </Title>
          <p>
            Connect your own business UPI ID, and live payments go straight to it. Test mode works without.
          </p>
        </div>
        <Button
          component={Link}
          to={paths.connectMerchantToo}
          h={40}
          onClick={(event) => {
            // The address leads back to this page; here the form is only a few lines away.
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onConnect()
          }}
        >
          Connect a merchant account
        </Button>
      </Group>
    </Panel>
  )
}

function Connected({ account, onChange }: Pick<AccountCardProps, 'onChange'> & { account: MerchantAccount }) {
  const { verification } = account
  const payeeVpa = parseVpa(account.merchantUpiId)
  const maker = verification === null ? undefined : QR_MAKERS[verification.source]
  return (
    <Panel
      title="Connected account"
      note="New live orders are paid to it."
      action={
        <Button
          variant="default"
          h={36}
          leftSection={<IconEdit size={16} aria-hidden />}
          onClick={() => onChange(account)}
        >
          Change details
        </Button>
      }
    >
      <div className={css.card}>
        <dl className={css.facts}>
          <Fact name="Payment Provider">{PROVIDER_NAMES[account.merchantProvider]}</Fact>
          <Fact name="Merchant Name">
            <span dir="auto">{account.merchantName}</span>
          </Fact>
          <Fact name="Merchant ID">{account.merchantId}</Fact>
          <Fact name="UPI ID">
            <Group component="span" gap={4} wrap="nowrap">
              <span>
                <AddressText address={account.merchantUpiId} />
                {account.isPersonalUpi && (
                  <Box
                    component="span"
                    display="inline-block"
                    ml="xs"
                    py={2}
                    px="xs"
                    bdrs={12}
                    c="var(--galla-pending)"
                    bg="var(--galla-pending-soft)"
                    fz="xs"
                    fw={600}
                  >
                    Personal UPI ID
                  </Box>
                )}
              </span>
              <CopyIcon text={account.merchantUpiId} what="UPI ID" />
            </Group>
          </Fact>
          {account.uniqueAmounts && <Fact name="Amounts">Each open order has its own</Fact>}
          <Fact name="Connected">{displayWhenInFull(account.connectedAt)}</Fact>
          <Fact name="Verification">
            <ConnectionHealth account={account} />
          </Fact>
          {verification !== null && verification.notificationUrl !== null && (
            <Fact name="Notifications">
              <NotificationAddress source={verification.source} url={verification.notificationUrl} />
            </Fact>
          )}
        </dl>
        {maker !== undefined && (
          <Group gap={20} wrap="nowrap" bdrs="lg" bg="var(--galla-sunken)" className={css.maker}>
            <Center
              component="span"
              h={52}
              bdrs="lg"
              c="var(--galla-accent)"
              bg="var(--galla-created-soft)"
              className={css.sign}
            >
              <IconQrcode size={28} stroke={1.6} aria-hidden />
            </Center>
            <p>
              <strong>{maker} makes a QR code for each order.</strong> It carries the UPI ID that {maker} gave
              your account, and customers' apps name you as {maker} does.
            </p>
          </Group>
        )}
        {maker === undefined && payeeVpa !== undefined && (
          <Group
            component="figure"
            gap={20}
            wrap="nowrap"
            bdrs="lg"
            bg="var(--galla-sunken)"
            className={css.preview}
          >
            <QrPicture
              text={payeeLink({ payeeVpa, payeeName: account.merchantName })}
              label={`QR code of ${account.merchantUpiId}`}
            />
            <figcaption>
              <strong>This is how your customers' apps will name you.</strong> Scan it, look at the name, and
              go back without paying.
            </figcaption>
          </Group>
        )}
      </div>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function CardSkeleton() {
  return (
    <div aria-busy="true" role="status" aria-label="Loading the connected account">
      <Panel>
        <Skeleton h={20} w={170} mb={8} />
        <Skeleton h={16} w={220} mb={20} />
        <div className={css.card}>
          <div className={css.facts}>
            {['Provider', 'Name', 'ID', 'UPI', 'Since'].map((row) => (
              <div key={row}>
                <Skeleton h={16} w={120} my={3} />
                <Skeleton h={16} w={200} my={3} />
              </div>
            ))}
          </div>
          <Group gap={20} wrap="nowrap" bdrs="lg" bg="var(--galla-sunken)" className={css.preview}>
            <Skeleton style={{ aspectRatio: 1 }} radius="lg" />
          </Group>
        </div>
      </Panel>
    </div>
  )
}
