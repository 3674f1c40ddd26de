import { SimpleGrid } from '@mantine/core'
import { TwoFactorPanel } from '../../../two-factor/two-factor-panel.tsx'
import { SecurityEvents } from './security-events.tsx'
import { SessionsPanel } from './sessions-list.tsx'

/** Sessions, two-factor login and security events. */
export function LoginSecurity() {
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: 'stretch' }}>
        <SessionsPanel />
        <TwoFactorPanel />
      </SimpleGrid>
      <SecurityEvents />
    </>
  )
}
