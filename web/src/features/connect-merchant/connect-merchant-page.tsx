import {
  IconBook2,
  IconCoinRupee,
  IconEar,
  IconFileSpreadsheet,
  IconHeadset,
  IconHistory,
  IconMail,
} from 'virtual:icons'
import type { MerchantAccount } from '@galla/contract/payment-accounts/accounts'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { isSettled } from '../../api/is-settled.ts'
import { WithAside } from '../../components/display/with-aside.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { lazyPart } from '../../components/overlay/lazy-part.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { useMerchantAccount } from '../../queries/merchant-account.ts'
import { useSources } from '../../queries/sources.ts'
import { useTurnover } from '../../queries/turnover.ts'
import { useMay } from '../../session/may.ts'
import { useUser } from '../../session/session.tsx'
import { AccountCard, CardSkeleton } from './account-card.tsx'
import { ConnectForm } from './connect-form.tsx'
import { SourcesPanel } from './sources-panel.tsx'
import { TurnoverPanel } from './turnover-panel.tsx'

/** Loads after the form, which is what merchants come here for. */
const AlertsAndEmails = lazyPart(async () => (await import('./alerts-and-emails.tsx')).AlertsAndEmails, {
  failed: t('Alerts and bank email could not be loaded'),
  fallback: <Skeleton h={220} radius="lg" role="status" aria-busy="true" aria-label={t('Loading alerts')} />,
})

export function ConnectMerchantPage() {
  const { id: userId } = useUser()
  const account = useMerchantAccount()
  const mayConnect = useMay()('POST /user/connect-merchant')
  // Sections below wait for the final height of those above, so that nothing shifts under a tap.
  const isPlaced = [account, useTurnover(), useSources()].every(isSettled)
  const form = useRef<HTMLDivElement>(null)
  // Remounts the form each time it is filled from the card.
  const [filling, setFilling] = useState<{ times: number; account: MerchantAccount | undefined }>({
    times: 0,
    account: undefined,
  })
  const toForm = () => {
    const field = form.current?.querySelector<HTMLElement>('[name="merchantProvider"]')
    field?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'start' })
  }
  const fill = (from: MerchantAccount) => {
    setFilling({ times: filling.times + 1, account: from })
    window.requestAnimationFrame(toForm)
  }
  return (
    <>
      <PageTitle
        title={t('Connect Merchant')}
        line={t("The UPI account that receives your customers' payments.")}
      />
      {!isPlaced && <CardSkeleton />}
      <Stack gap="lg" display={isPlaced ? undefined : 'none'}>
        {mayConnect && account.data?.isHeard !== true && <HearBanner />}
        <AccountCard account={account} onConnect={toForm} onChange={fill} mayConnect={mayConnect} />
        <TurnoverPanel />
        {mayConnect ? (
          <>
            <WithAside>
              <div ref={form} style={{ scrollMarginTop: 84 }}>
                <ConnectForm
                  key={`${userId} ${filling.times}`}
                  account={account.data ?? null}
                  isFoldable={account.data !== null && !(account.data === undefined && account.isError)}
                  filledFrom={filling.account}
                />
              </div>
              <HelpBox />
            </WithAside>
            <AlertsAndEmails />
          </>
        ) : (
          <SourcesPanel />
        )}
      </Stack>
    </>
  )
}

/** The shorter way, for shops that do not know what the form asks for. */
const HearBanner = () => (
  <Notice
    Icon={IconEar}
    title={t('From your QR to the first payment in four screens')}
    action={
      <Button component={Link} to={paths.hear}>
        {t('Set up in 2 minutes')}
      </Button>
    }
  />
)

const FACTS = [
  { Icon: IconCoinRupee, text: t('Galla never holds your money: the QR code contains your own UPI ID.') },
  { Icon: IconHistory, text: t('Connecting another account replaces this one for new orders only.') },
  { Icon: IconMail, text: t('We email you whenever the payee changes.') },
] as const

const LINKS = [
  { to: paths.importStatement, Icon: IconFileSpreadsheet, text: t('Import statement') },
  { to: paths.docs, Icon: IconBook2, text: t('Integration guide') },
  { to: paths.contact, Icon: IconHeadset, text: t('Contact support') },
] as const

function HelpBox() {
  return (
    <Stack component="aside" gap="lg" aria-label={t('Help')}>
      <Panel title={t('Good to know')}>
        <Stack component="ul" gap={14} className="plain-list">
          {FACTS.map(({ Icon, text }) => (
            <Group key={text} component="li" gap="sm" align="stretch" wrap="nowrap">
              <Icon size={20} stroke={1.7} color="var(--galla-accent)" />
              <span>{text}</span>
            </Group>
          ))}
        </Stack>
      </Panel>
      <Panel title={t('Need help?')} note={t('Read the setup guide, or contact a person who helps.')}>
        <Stack gap={4} mx="-xs" mb="-xs">
          {LINKS.map(({ to, Icon, text }) => (
            <Button
              key={to}
              component={Link}
              to={to}
              variant="subtle"
              px="xs"
              justify="flex-start"
              leftSection={<Icon size={18} />}
            >
              {text}
            </Button>
          ))}
        </Stack>
      </Panel>
    </Stack>
  )
}
