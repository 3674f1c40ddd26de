import { IconLogout } from 'virtual:icons'
import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { LoadError } from '../components/feedback/screen-message.tsx'
import { useTabTitle } from '../components/layout/page-title.tsx'
import { t } from '../locales/translate.ts'
import { useTotpState } from '../two-factor/totp-query.ts'
import { TwoFactorPanel } from '../two-factor/two-factor-panel.tsx'
import { Header } from './header.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { useLogOut } from './use-log-out.ts'

/** Makes an operator set up two-factor login, if it is required, before anything else. */
export function TwoFactorFirst({ children }: { children: ReactNode }) {
  const { data, isError, refetch } = useTotpState()
  if (data === undefined && !isError) return <LoadingScreen />
  if (data !== undefined && (data.on || !data.required)) return children
  return (
    <>
      <Header wide />
      <Stack
        id="main"
        component="main"
        gap="lg"
        w="100%"
        maw={640}
        mx="auto"
        px="md"
        py={{ base: 'lg', xs: 48 }}
        tabIndex={-1}
      >
        {data === undefined ? (
          <LoadError message={t('Two-factor login could not be loaded')} onRetry={() => void refetch()} />
        ) : (
          <SetUpFirst />
        )}
      </Stack>
    </>
  )
}

function SetUpFirst() {
  const leave = useLogOut()
  useTabTitle(t('Two-factor login'))
  return (
    <>
      <div>
        <h1>{t('Protect this login first')}</h1>
        <p className="muted">{t('Operators can see every merchant. Set up two-factor login to continue.')}</p>
      </div>
      <TwoFactorPanel />
      <div>
        <Button
          variant="subtle"
          disabled={leave.isPending}
          leftSection={<IconLogout />}
          onClick={() => leave.mutate()}
        >
          {leave.isPending ? t('Logging out...') : t('Logout')}
        </Button>
      </div>
    </>
  )
}
