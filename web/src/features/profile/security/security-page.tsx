import { SimpleGrid, Stack } from '@mantine/core'
import { PageTitle } from '../../../components/layout/page-title.tsx'
import { t } from '../../../locales/translate.ts'
import { TwoFactorPanel } from '../../../two-factor/two-factor-panel.tsx'
import { SecurityEvents } from './security-events.tsx'
import { SessionsPanel } from './sessions-list.tsx'

/** Sessions, two-factor login and security events. */
export function SecurityPage() {
  return (
    <>
      <PageTitle title={t('Security')} />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: 'stretch' }}>
          <SessionsPanel />
          <TwoFactorPanel />
        </SimpleGrid>
        <SecurityEvents />
      </Stack>
    </>
  )
}
