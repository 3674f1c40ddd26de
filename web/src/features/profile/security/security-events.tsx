import { listSecurityEvents, SECURITY_EVENTS, type SecurityEvent } from '@galla/contract/auth/security-events'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useData } from '../../../api/use-data.ts'
import { When } from '../../../components/display/when.tsx'
import { LoadError } from '../../../components/feedback/screen-message.tsx'
import { Panel } from '../../../components/layout/panel.tsx'
import { type Column, DataTable, TwoLines } from '../../../components/table/data-table.tsx'
import { deviceInWords } from '../../../format/device-words.ts'
import { displayCount } from '../../../format/indian-display.ts'
import { subjectInWords } from '../../../format/role-labels.ts'
import { t, translateServerText } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'

const COLUMNS: readonly Column<SecurityEvent>[] = [
  {
    head: t('What happened'),
    cell: ({ kind, subject }) => (
      <TwoLines first={translateServerText(SECURITY_EVENTS[kind])} second={subjectInWords(subject)} />
    ),
    card: 'line',
  },
  {
    head: t('From [place]'),
    cell: ({ device, network }) => <TwoLines first={deviceInWords(device)} second={network} />,
    card: 'start',
  },
  {
    head: t('When'),
    cell: ({ at }) => <When at={at} />,
    card: 'end',
  },
]

/** More are shown on request. */
const SHOWN_MAX = 8

/** Logins and changes of the account, including an attacker's. */
export function SecurityEvents() {
  const [all, setAll] = useState(false)
  const events = useData(queryKeys.securityEvents, listSecurityEvents)
  const rows = events.data
  return (
    <Panel
      title={t('Security events')}
      note={t('The last 100, kept for a year. If something here was not you, change your password.')}
    >
      {events.isError && rows === undefined ? (
        <LoadError message={t('Security events could not be loaded')} onRetry={() => void events.refetch()} />
      ) : (
        <>
          <DataTable
            label={t('Security events')}
            columns={COLUMNS}
            rows={all ? rows : rows?.slice(0, SHOWN_MAX)}
            keyOf={({ id }) => id}
            inPanel
          />
          {!all && rows !== undefined && rows.length > SHOWN_MAX && (
            <Button variant="subtle" mt="xs" onClick={() => setAll(true)}>
              {t('Show all {length}', { length: displayCount(rows.length) })}
            </Button>
          )}
        </>
      )}
    </Panel>
  )
}
