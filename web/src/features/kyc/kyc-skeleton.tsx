import { Group, Skeleton, Stack } from '@mantine/core'
import { Panel } from '../../components/layout/panel.tsx'
import css from './kyc-page.module.css'

/** The shape of a record: what most who come here have. */
export function KycSkeleton() {
  return (
    <Stack gap="lg" aria-busy="true" role="status" aria-label="Loading your KYC status">
      <Panel>
        <Group gap="16px 20px" wrap="nowrap" className={css.status}>
          <Skeleton h={52} w={52} radius="lg" />
          <div className={css.statusText}>
            <Skeleton h={20} w={180} mb={6} />
            <Skeleton h={16} w="70%" />
          </div>
        </Group>
        <Group
          gap="16px 48px"
          align="stretch"
          mt={20}
          pt={20}
          className={css.facts}
          style={{ borderTop: '1px solid var(--galla-line)' }}
        >
          {['Type', 'Number', 'Sent'].map((row) => (
            <div key={row}>
              <Skeleton h={16} w={120} my={3} />
              <Skeleton h={16} w={170} my={3} />
            </div>
          ))}
        </Group>
      </Panel>
      <Panel>
        <Skeleton h={20} w={180} mb={8} />
        <Skeleton h={16} w="60%" mb={20} />
        <div className={css.gallery}>
          <Skeleton h={208} radius="md" />
          <Skeleton h={208} radius="md" />
        </div>
      </Panel>
    </Stack>
  )
}
