import type { QueryInputOf } from '@galla/contract/endpoint'
import { exportTransactions } from '@galla/contract/orders/transactions'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { CallFailure } from '../../api/api.ts'
import { receiveFile } from '../../api/receive-file.ts'
import { createFileDownload } from '../../browser/file-download.ts'
import { csvLineCounter } from '../../format/csv-lines.ts'
import { displayCount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { failureMessage } from '../feedback/failure-message.ts'
import { toastSuccess } from '../feedback/toast.tsx'

export type ExportQuery = QueryInputOf<typeof exportTransactions>

export interface ExportProgress {
  readonly bytes: number
  /** Undefined for formats whose rows cannot be counted during the download; only CSV's can. */
  readonly rows: number | undefined
  readonly totalRows: number | undefined
}

export type ExportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly query: ExportQuery; readonly progress: ExportProgress }
  | { readonly kind: 'failed'; readonly query: ExportQuery; readonly message: string }

export interface OrderExport {
  readonly state: ExportState
  readonly start: (query: ExportQuery) => void
  /** Cancels a running export, or dismisses a failed one. */
  readonly end: () => void
}

const FAILURE = {
  failed: t('Failed to export the orders'),
  unreachable: t('The connection was lost, so nothing was saved. Please try again.'),
}
const SHOWN_EACH_MS = 120
const NOTHING: ExportProgress = { bytes: 0, rows: undefined, totalRows: undefined }

const OrderExportContext = createContext<OrderExport | undefined>(undefined)

export function useOrderExport(): OrderExport {
  const found = use(OrderExportContext)
  if (found === undefined) throw new Error('useOrderExport outside of its provider')
  return found
}

/** Saves the file only after all of it has arrived, so that an interrupted download never looks complete. */
async function exportOrders(
  query: ExportQuery,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportProgress> {
  const file = createFileDownload(query.format === 'csv' ? 'text/csv' : 'application/octet-stream')
  const countLines = query.format === 'csv' ? csvLineCounter() : undefined
  let name = `orders.${query.format}`
  let progress = NOTHING
  await receiveFile(
    exportTransactions,
    { query },
    {
      signal,
      onBegin: (beginning) => {
        name = beginning.name ?? name
        progress = { ...progress, totalRows: beginning.totalRows }
      },
      onBytes: (bytes) => {
        file.add(bytes)
        const lines = countLines?.(bytes)
        progress = {
          ...progress,
          bytes: progress.bytes + bytes.length,
          // The first line is the header.
          rows: lines === undefined ? undefined : Math.max(0, lines - 1),
        }
        onProgress(progress)
      },
    },
  )
  file.save(name)
  return progress
}

/** Runs one export at a time, across all pages of the dashboard. */
export function OrderExportProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<ExportState>({ kind: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useLeaveWarning(state.kind === 'running')

  const start = useCallback((query: ExportQuery) => {
    if (running.current !== undefined) return
    const control = new AbortController()
    running.current = control
    let progress = NOTHING
    setState({ kind: 'running', query, progress })
    const shown = window.setInterval(() => setState({ kind: 'running', query, progress }), SHOWN_EACH_MS)
    const finish = (next: ExportState) => {
      window.clearInterval(shown)
      if (running.current !== control) return
      running.current = undefined
      setState(next)
    }
    exportOrders(query, control.signal, (now) => {
      progress = now
    }).then(
      ({ rows, totalRows }) => {
        const count = rows ?? totalRows
        finish({ kind: 'idle' })
        toastSuccess(
          count === undefined
            ? t('Orders exported')
            : t('{count} orders exported', { count: displayCount(count) }),
        )
      },
      (error: unknown) => {
        if (control.signal.aborted) finish({ kind: 'idle' })
        else finish({ kind: 'failed', query, message: failureMessage(error, FAILURE) })
        if (!(error instanceof CallFailure) && !control.signal.aborted)
          console.error('Exporting failed', error)
      },
    )
  }, [])
  const end = useCallback(() => {
    running.current?.abort()
    running.current = undefined
    setState({ kind: 'idle' })
  }, [])
  const value = useMemo(() => ({ state, start, end }), [state, start, end])
  return <OrderExportContext value={value}>{children}</OrderExportContext>
}

/** Makes the browser confirm leaving the page, which would lose the download. */
function useLeaveWarning(busy: boolean): void {
  useEffect(() => {
    if (!busy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [busy])
}
