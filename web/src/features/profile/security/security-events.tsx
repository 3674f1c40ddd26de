import {
  listSecurityEvents,
  type SecurityEvent,
  type SecurityEventKind,
} from '@galla/contract/auth/security-events'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useData } from '../../../api/use-data.ts'
import { LoadError } from '../../../components/feedback/screen-message.tsx'
import { Panel } from '../../../components/layout/panel.tsx'
import { type Column, DataTable, TwoLines } from '../../../components/table/data-table.tsx'
import { displayCount, displayWhen, displayWhenInFull } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'

const LABELS = {
  login: t('Logged in'),
  login_new_device: t('Logged in from a new device'),
  login_failures: t('Many failed logins'),
  password_changed: t('Password changed'),
  password_reset: t('Password set by a mailed link'),
  two_factor_on: t('Two-factor login turned on'),
  two_factor_off: t('Two-factor login turned off'),
  session_ended: t('Device logged out'),
  other_sessions_ended: t('Other devices logged out'),
  email_change_requested: t('New email address requested'),
  email_change_cancelled: t('New email address cancelled'),
  email_changed: t('Email address changed'),
  email_restored: t('Email address restored'),
  api_key_created: t('API key created'),
  api_key_revoked: t('API key revoked'),
  api_key_rotated: t('API key rotated'),
  api_key_restricted: t('Addresses of an API key changed'),
  api_key_revealed: t('API key shown'),
  payee_changed: t('Payment account connected'),
  payee_name_changed: t('Name on the payment page changed'),
  source_unused: t('Payment source turned off'),
  source_used: t('Payment source turned on again'),
  webhook_secret_rotated: t('Webhook secret rotated'),
  webhook_url_set: t('Webhook URL set'),
  webhook_url_removed: t('Webhook URL removed'),
  alert_address_replaced: t('Alert address replaced'),
  mailbox_connected: t('Mailbox for bank emails connected'),
  mailbox_disconnected: t('Mailbox for bank emails disconnected'),
  email_address_replaced: t('Address for bank emails replaced'),
  alert_secret_replaced: t('Signing secret of alerts replaced'),
  alert_secret_removed: t('Signing secret of alerts removed'),
  rails_changed: t('Payments that are not UPI: setting changed'),
  last_digits_changed: t('Last digits of the bank account changed'),
  counter_added: t('Counter added'),
  member_invited: t('Person invited to the team'),
  member_joined: t('Person joined the team'),
  member_role_changed: t('Role in the team changed'),
  member_removed: t('Person left the team'),
  counter_login_replaced: t('Login of a counter replaced'),
  customer_term_set: t('Term for the data of customers set'),
  customer_exported: t('Data of a customer exported'),
  customer_erased: t('Customer erased'),
} as const satisfies Record<SecurityEventKind, string>

const COLUMNS: readonly Column<SecurityEvent>[] = [
  {
    head: t('What happened'),
    cell: ({ kind, subject }) => <TwoLines first={LABELS[kind]} second={subject} />,
    card: 'line',
  },
  {
    head: t('From [place]'),
    cell: ({ device, network }) => <TwoLines first={device} second={network} />,
    card: 'start',
  },
  {
    head: t('When (IST)'),
    cell: ({ at }) => (
      <time dateTime={at} title={displayWhenInFull(at)}>
        {displayWhen(at)}
      </time>
    ),
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
