import { Skeleton, Stack } from '@mantine/core'
import { Panel } from '../../../components/layout/panel.tsx'
import css from './api-documentation-page.module.css'

const PANELS = {
  Credentials: ['API Key', 'Website Name', 'Website URL'],
  Webhook: ['Webhook URL', 'Format', 'Signing secret'],
} as const

/** The two panels as they will be, without what is not known yet. */
export function DetailsSkeleton() {
  return (
    <Stack gap="lg" miw={0} aria-busy="true" aria-label="Loading API details" role="status">
      {Object.entries(PANELS).map(([title, rows]) => (
        <Panel key={title}>
          <Skeleton h={20} w={120} mb={8} />
          <Skeleton h={16} w="60%" mb={20} />
          <div className={css.rows}>
            {rows.map((row) => (
              <div key={row} className={css.row}>
                <Skeleton h={14} w={96} my={9} />
                <Skeleton h={14} w={260} maw="100%" my={9} />
              </div>
            ))}
          </div>
        </Panel>
      ))}
    </Stack>
  )
}
