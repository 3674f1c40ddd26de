import { audit } from '@galla/contract/operator'
import { IconHistory } from '@tabler/icons-react'
import { callEndpoint } from '../../api.ts'
import { ListPanel } from '../../parts/list-panel.tsx'
import { useMoreRows } from '../../parts/more-rows.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { ScreenMessage } from '../../parts/screen-message.tsx'
import { ActsTable } from './acts-table.tsx'

export function AuditPage() {
  const acts = useMoreRows(['operator', 'audit'], (after, signal) =>
    callEndpoint(audit, { query: { after }, signal }),
  )
  return (
    <>
      <PageTitle
        title="Audit log"
        line="Every act of an operator, newest first. No line can be changed. Times in India (IST)."
      />
      <ListPanel
        what="The audit log"
        query={acts}
        count={acts.rows?.length}
        empty={
          <ScreenMessage
            Icon={IconHistory}
            title="No acts yet"
            text="What operators decide and change will stand here, with who did it and why."
          />
        }
      >
        <ActsTable acts={acts.rows} />
      </ListPanel>
    </>
  )
}
