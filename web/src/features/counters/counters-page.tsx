import { IconBuildingStore, IconPlus } from 'virtual:icons'
import { type Counter, closeCounter, listCounters } from '@galla/contract/counters/counters'
import { PAGE_LANGUAGES } from '@galla/contract/payment-page/page-languages'
import { Box, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { useData } from '../../api/use-data.ts'
import { More } from '../../components/display/more.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { ListPanel } from '../../components/layout/list-panel.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { type Column, DataTable, TwoLines } from '../../components/table/data-table.tsx'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { useMay } from '../../session/may.ts'
import { useUser } from '../../session/session.tsx'
import { NewCounterDialog, RenewLoginDialog } from './counter-dialogs.tsx'
import { PrintedQrDialog } from './printed-qr-dialog.tsx'

type Action = 'qr' | 'login' | 'close'

const devicesLabel = ({ devices, hasLogin }: Counter): string => {
  if (!hasLogin) return t('Needs a new login link')
  if (devices === 0) return t('No device logged in')
  return devices === 1 ? t('1 device logged in') : t('{devices} devices logged in', { devices })
}

const columnsOf = (onAction: (counter: Counter, action: Action) => void): readonly Column<Counter>[] => [
  {
    head: t('Counter'),
    card: 'line',
    cell: (counter) => (
      <TwoLines
        first={counter.name}
        second={
          counter.accountIsCurrent
            ? counter.upiId
            : t('Pays to an account that you replaced. Close this counter.')
        }
      />
    ),
  },
  {
    head: t('Speaks'),
    width: { sm: 88, lg: 156 },
    card: 'start',
    cell: ({ language }) => <span lang={language}>{PAGE_LANGUAGES[language]}</span>,
  },
  {
    head: t('Devices'),
    width: { sm: 116, lg: '28%' },
    card: 'end',
    cell: (counter) => devicesLabel(counter),
  },
  {
    head: t('Actions'),
    hideHead: true,
    end: true,
    width: 248,
    card: 'line',
    cell: (counter) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {(
          [
            ['qr', 'QR', 'default'],
            ['login', t('Log in'), 'default'],
            ['close', t('Close'), 'subtle'],
          ] as const
        ).map(([action, label, variant]) => (
          <Button
            key={action}
            variant={variant}
            {...(action === 'close' ? { color: 'failed' } : {})}
            px="sm"
            aria-label={`${label}: ${counter.name}`}
            onClick={() => onAction(counter, action)}
          >
            {label}
          </Button>
        ))}
      </Group>
    ),
  },
]

const ASK = t('To use a counter on this device, ask an owner or admin for its login link.')

/** The shop's counters, each with its printed QR and the login of its screen. */
export function CountersPage() {
  const { mode } = useUser()
  const list = useData(queryKeys.counters.ofMode(mode), listCounters)
  const [adding, setAdding] = useState(false)
  const [open, setOpen] = useState<{ counter: Counter; action: Action }>()
  const shown = (action: Action) => (open?.action === action ? open.counter : undefined)
  const [qr, login] = [shown('qr'), shown('login')]
  const close = () => setOpen(undefined)
  // An empty list holds the button itself.
  const mayAdd = useMay()('POST /user/counters')
  const add = mayAdd && (
    <Button leftSection={<IconPlus />} onClick={() => setAdding(true)}>
      {t('Add counter')}
    </Button>
  )
  return (
    <>
      <PageTitle
        title={t('Counters')}
        line={t(
          'Put a printed QR on the counter and a phone or tablet beside it that says each payment aloud.',
        )}
        actions={list.data?.length === 0 ? undefined : add}
      />
      <ListPanel
        what={t('The counters')}
        query={list}
        count={list.data?.length}
        empty={{
          Icon: IconBuildingStore,
          title: t('No counters yet'),
          text: mayAdd ? t('Add one for each place where customers pay.') : ASK,
          action: add,
        }}
      >
        <DataTable
          label={t('Counters')}
          columns={columnsOf((counter, action) => setOpen({ counter, action })).slice(
            0,
            mayAdd ? undefined : -1,
          )}
          rows={list.data}
          keyOf={({ id }) => id}
        />
      </ListPanel>
      {!mayAdd && list.data?.length !== 0 && <Text mt="md">{ASK}</Text>}
      <Box mt="md" maw={720}>
        <More summary={t('How it works')}>
          {t(
            "A payment to the printed QR becomes a sale by itself. If it may be for an order, or another counter is open, it waits on the screens of this account's counters for 24 hours, until a cashier takes it. Payments that your bank reports without a UTR are announced, and you match them in Reconciliation.",
          )}
        </More>
      </Box>
      {adding && <NewCounterDialog onClose={() => setAdding(false)} />}
      {qr !== undefined && <PrintedQrDialog counter={qr} onClose={close} />}
      {login !== undefined && <RenewLoginDialog counter={login} onClose={close} />}
      <CloseCounterDialog counter={shown('close')} onClose={close} />
    </>
  )
}

function CloseCounterDialog({ counter, onClose }: { counter: Counter | undefined; onClose: () => void }) {
  const end = useAction({
    act: (counterId: string) => callEndpoint(closeCounter, { params: { counterId } }),
    failed: t('The counter could not be closed'),
    refreshes: queryKeys.counters.all,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened={counter !== undefined}
      title={t('Close {name}?', { name: counter?.name ?? '' })}
      action={t('Close counter')}
      busyLabel={t('Closing...')}
      busy={end.isPending}
      onConfirm={() => counter !== undefined && end.mutate(counter.id)}
      onClose={onClose}
    >
      <p>
        {t(
          'All devices of this counter are logged out permanently. Remove the printed QR, because payments to it would wait in Reconciliation.',
        )}
      </p>
    </ConfirmDialog>
  )
}
