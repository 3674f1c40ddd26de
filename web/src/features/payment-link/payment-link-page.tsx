import { IconBuildingBank, IconCreditCard } from 'virtual:icons'
import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMerchantAccount } from '../../api/merchant-account.ts'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { paths } from '../../paths.ts'
import { useUser } from '../../session/session.tsx'
import { GeneratedLink } from './generated-link.tsx'
import { PaymentLinkFieldset } from './payment-link-fieldset.tsx'
import css from './payment-link-page.module.css'
import { RecentLinks } from './recent-links.tsx'
import { usePaymentLink } from './use-payment-link.ts'

export function PaymentLinkPage() {
  const { mode } = useUser()
  return (
    <>
      <PageTitle title="Payment Link" line="Ask one customer for one payment; share the link as you like." />
      {/* A link of one mode is no result of the other; what was typed comes back from the draft. */}
      <PaymentLinkScreen key={mode} />
    </>
  )
}

function PaymentLinkScreen() {
  const { mode } = useUser()
  const account = useMerchantAccount()
  const { form, element, busy, send, reset, made, another, needsPlan } = usePaymentLink()
  return (
    <>
      {mode === 'live' && account.data === null && (
        <Needed sign={<IconBuildingBank size={18} aria-hidden />}>
          Live payments need a merchant account.{' '}
          <Link to={paths.connectMerchant}>Connect a merchant account</Link>
        </Needed>
      )}
      <div className={css.columns}>
        <Panel>
          <form ref={element} noValidate onSubmit={send}>
            <PaymentLinkFieldset
              form={form}
              busy={busy}
              personal={mode === 'live' && account.data?.isPersonalUpi === true}
              onReset={reset}
            />
          </form>
          {needsPlan && (
            <Needed sign={<IconCreditCard size={18} aria-hidden />}>
              Live payments need a plan with QR requests left. What you typed is kept.{' '}
              <Link to={paths.newSubscription}>View Plans</Link>
            </Needed>
          )}
        </Panel>
        <Stack gap="lg" className={css.beside}>
          <GeneratedLink made={made} onAnother={another} />
          <RecentLinks />
        </Stack>
      </div>
    </>
  )
}

/** What stands between the form and its link, and the way there. */
function Needed({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <Group
      gap={10}
      wrap="nowrap"
      py={10}
      px={14}
      bdrs="md"
      c="var(--galla-pending)"
      bg="var(--galla-pending-soft)"
      fw={500}
      className={css.needed}
      role="status"
    >
      {sign}
      <p>{children}</p>
    </Group>
  )
}
