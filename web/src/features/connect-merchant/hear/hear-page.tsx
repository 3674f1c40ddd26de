import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { QueryError } from '../../../components/feedback/query-error.tsx'
import { PageTitle } from '../../../components/layout/page-title.tsx'
import { Panel } from '../../../components/layout/panel.tsx'
import { t } from '../../../locales/translate.ts'
import { paths } from '../../../paths.ts'
import { useMerchantAccount } from '../../../queries/merchant-account.ts'
import { useUser } from '../../../session/session.tsx'
import { ConnectScreen } from './connect-screen.tsx'
import { FirstPaymentScreen } from './first-payment-screen.tsx'
import { type Way, wayIn } from './ways.ts'
import { WaysScreen } from './ways-screen.tsx'
import { YourUpiScreen } from './your-upi-screen.tsx'

const TITLES = [
  t('Your UPI'),
  t('How do you hear of payments today?'),
  t('Connect it'),
  t('The first payment'),
] as const

/** The way from nothing to the first payment that Galla hears, in four screens. The address says which one is shown. */
export function HearPage() {
  const { mode } = useUser()
  const account = useMerchantAccount()
  const [search, setSearch] = useSearchParams()
  const way = wayIn(search.get('way'))
  // Its first screen connects the account and so leaves test mode.
  const isConnected = account.data !== null && mode === 'live'
  const asked = Number(search.get('step') ?? (isConnected ? 2 : 1))
  const step = !isConnected ? 1 : way === undefined ? Math.min(asked, 2) : Math.min(Math.max(1, asked), 4)
  const show = (next: number, chosen: Way | undefined = way) =>
    setSearch({ step: String(next), ...(chosen && { way: chosen }) })
  if (account.data === undefined)
    return account.isError ? (
      <QueryError query={account} failure={t('Failed to fetch merchant details')} />
    ) : (
      <Skeleton
        h={320}
        radius="lg"
        role="status"
        aria-busy="true"
        aria-label={t('Loading the connected account')}
      />
    )
  const { data } = account
  return (
    <>
      <PageTitle title={TITLES[step - 1] ?? TITLES[0]} />
      <Box maw={640}>
        <Panel>
          <Group justify="space-between" mb="md">
            <Text c="dimmed">{t('{step} of 4', { step })}</Text>
            <Button component={Link} to={paths.dashboard} variant="subtle" px="xs" mr={-10}>
              {t('Later')}
            </Button>
          </Group>
          {step === 1 && <YourUpiScreen account={data} onDone={() => show(2)} />}
          {step === 2 && data && <WaysScreen account={data} way={way} onDone={(chosen) => show(3, chosen)} />}
          {step === 3 && way && <ConnectScreen way={way} onDone={() => show(4)} />}
          {step === 4 && way && data && <FirstPaymentScreen account={data} way={way} />}
        </Panel>
      </Box>
    </>
  )
}
