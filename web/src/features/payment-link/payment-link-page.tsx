import { IconBuildingBank, IconCreditCard } from 'virtual:icons'
import { Stack } from '@mantine/core'
import { Link } from 'react-router'
import { WithAside } from '../../components/display/with-aside.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { useMerchantAccount } from '../../queries/merchant-account.ts'
import { useUser } from '../../session/session.tsx'
import { GeneratedLink } from './generated-link.tsx'
import { PaymentLinkFieldset } from './payment-link-fieldset.tsx'
import { RecentLinks } from './recent-links.tsx'
import { usePaymentLink } from './use-payment-link.ts'

export function PaymentLinkPage() {
  const { mode } = useUser()
  return (
    <>
      <PageTitle
        title={t('Payment Link')}
        line={t('Request one payment from one customer. Share the link in any app.')}
      />
      {/* The key discards a link of the other mode; the draft restores the input. */}
      <PaymentLinkScreen key={mode} />
    </>
  )
}

function PaymentLinkScreen() {
  const { mode } = useUser()
  const account = useMerchantAccount()
  const { form, formProps, busy, reset, made, another, needsPlan } = usePaymentLink()
  return (
    <>
      {mode === 'live' && account.data === null && (
        <Notice tone="pending" Icon={IconBuildingBank} mb="md" role="status">
          {richText('Live payments need a merchant account. <link>Connect a merchant account</link>', {
            link: (text) => <Link to={paths.connectMerchant}>{text}</Link>,
          })}
        </Notice>
      )}
      <WithAside>
        <Panel>
          <form {...formProps}>
            <PaymentLinkFieldset
              form={form}
              busy={busy}
              kind={(mode === 'live' && account.data?.kind) || 'verified_merchant'}
              onReset={reset}
            />
          </form>
          {needsPlan && (
            <Notice tone="pending" Icon={IconCreditCard} mt="md" role="status">
              {richText(
                'Live payments need a plan with QR requests left. What you typed is kept. <link>View Plans</link>',
                { link: (text) => <Link to={paths.newSubscription}>{text}</Link> },
              )}
            </Notice>
          )}
        </Panel>
        <Stack component="aside" gap="lg" miw={0} aria-label={t('Payment links')}>
          <GeneratedLink made={made} onAnother={another} />
          <RecentLinks />
        </Stack>
      </WithAside>
    </>
  )
}
