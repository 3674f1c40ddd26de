import { IconHistory } from 'virtual:icons'
import { audit } from '@galla/contract/operator/operator-merchants'
import { callEndpoint } from '../../api/api.ts'
import { ListPanel } from '../../components/layout/list-panel.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { useMoreRows } from '../../components/table/more-rows.ts'
import { queryKeys } from '../../query-keys.ts'
import { ActsTable } from './acts-table.tsx'

export function AuditPage() {
  const acts = useMoreRows(queryKeys.operator.audit, (after, signal) =>
    callEndpoint(audit, { query: { after }, signal }),
  )
  return (
    <>
      <PageTitle title="Audit log" line="All operator actions, newest first. Entries cannot be changed." />
      <ListPanel
        what="The audit log"
        query={acts}
        count={acts.rows?.length}
        empty={{
          Icon: IconHistory,
          title: 'No actions yet',
          text: 'Operator decisions and changes appear here, with the name and the reason.',
        }}
      >
        <ActsTable acts={acts.rows} />
      </ListPanel>
    </>
  )
}
