import { MAX_LENGTH } from '@galla/contract/field-lengths'
import { ScrollArea, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { Notice } from '../../../components/feedback/notice.tsx'
import { toastSuccess } from '../../../components/feedback/toast.tsx'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import detail from '../../../components/layout/detail.module.css'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { displayCount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'
import type { BulkAct, CaseRow } from '../case-row.tsx'

const FAILURE = {
  failed: t('This could not be saved'),
  unreachable: t('The connection was lost. Please try again.'),
}

const WORDS: Record<BulkAct, { readonly effect: string; readonly note?: string }> = {
  accept: {
    effect: t(
      'Each order becomes Success with the amount that came, its customer and your website are notified, and your reason is recorded. This cannot be undone.',
    ),
    note: t('Reason'),
  },
  ignore: {
    effect: t(
      'These payments do not count for any order and leave the daily closing. They move to Ignored, where you can still assign them later.',
    ),
    note: t('What were these payments? (optional)'),
  },
  dismiss: { effect: t('They leave this list, and no order changes.') },
}

const missing = (act: BulkAct, note: string) =>
  act === 'accept' && note.trim() === '' ? { note: t('Please write why you accept this amount') } : {}

interface BulkDialogProps {
  readonly act: BulkAct
  readonly label: string
  readonly rows: readonly CaseRow[]
  readonly onClose: () => void
}

/** Each row by its own call, one after the other. Those that failed or were not begun can be sent again. */
function useOneByOne(act: BulkAct, rows: readonly CaseRow[]) {
  // The message of each case that failed; null once it is done.
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, string | null>>(new Map())
  const run = useRef({ isWorking: false, isStopped: false })
  // Also when the page is left.
  useEffect(
    () => () => {
      run.current.isStopped = true
    },
    [],
  )
  const send = async ({ note }: { note: string }) => {
    const ended = new Map(outcomes)
    run.current = { isWorking: true, isStopped: false }
    for (const { name, bulk } of rows) {
      if (ended.get(name) === null) continue
      const failed = run.current.isStopped
        ? t('Not saved: you stopped before it')
        : await bulk[act]?.(note).then(
            () => null,
            (error: unknown) => failureMessage(error, FAILURE),
          )
      ended.set(name, failed ?? null)
      setOutcomes(new Map(ended))
    }
    run.current.isWorking = false
    return {
      msg: t('{count, plural, one {# case saved} other {# cases saved}}', { count: ended.size }),
      hasFailed: [...ended.values()].some((message) => message !== null),
    }
  }
  return { outcomes, send, run }
}

/**
 * Does the same to several cases. Those that fail are named, and can be tried again. Closing it while it works only stops it: what is done
 * already cannot be undone, and has to be seen.
 */
export function BulkDialog({ act, label, rows, onClose }: BulkDialogProps) {
  const queryClient = useQueryClient()
  const { effect, note: noteLabel } = WORDS[act]
  const { outcomes, send, run } = useOneByOne(act, rows)
  const checked = useCheckedForm({ initialValues: { note: '' }, validate: ({ note }) => missing(act, note) })
  const close = () => {
    if (run.current.isWorking) run.current.isStopped = true
    else onClose()
  }
  const failures = [...outcomes.values()].filter((message) => message !== null).length
  return (
    <FormDialog
      title={`${label}: ${displayCount(rows.length)}`}
      checked={checked}
      send={send}
      onSent={({ msg, hasFailed }) => {
        void queryClient.invalidateQueries({ queryKey: queryKeys.orders.all })
        if (hasFailed) return
        toastSuccess(msg)
        onClose()
      }}
      failure={FAILURE}
      queryKey={queryKeys.cases.all}
      action={failures > 0 ? t('Try Again') : label}
      busyLabel={t('Saving {done} of {count}...', { done: outcomes.size, count: rows.length })}
      onClose={close}
    >
      <ScrollArea.Autosize
        mah={220}
        type="auto"
        viewportProps={{ tabIndex: 0, 'aria-label': t('Selected cases'), role: 'group' }}
      >
        <ul className={detail.boxes}>
          {rows.map(({ name, label: row }) => (
            <li key={name} className={detail.box}>
              <Text className="tabular breaks">{row}</Text>
              <Outcome of={outcomes.get(name)} />
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {failures > 0 && (
        <Notice tone="failed" fw={500} role="alert">
          {t('{count, plural, one {# case was not saved.} other {# cases were not saved.}}', {
            count: failures,
          })}
        </Notice>
      )}
      {noteLabel !== undefined && (
        <Textarea
          label={noteLabel}
          rows={2}
          maxLength={MAX_LENGTH.note}
          {...checked.form.getInputProps('note')}
        />
      )}
      <Notice tone="created" fw={500}>
        {effect}
      </Notice>
    </FormDialog>
  )
}

function Outcome({ of }: { of: string | null | undefined }) {
  if (of === undefined) return null
  return (
    <Text fz="xs" fw={550} c={of === null ? 'var(--galla-success)' : 'var(--galla-failed)'}>
      {of ?? t('Saved')}
    </Text>
  )
}
