import type { Endpoint } from '@galla/contract/endpoint'
import { createFileDownload } from '../browser/file-download.ts'
import { ask, type Call, lostConnection } from './api.ts'

const STALLED_MS = 60_000

export interface FileBeginning {
  readonly name: string | undefined
  readonly totalRows: number | undefined
}

export interface FileReceiver {
  readonly signal: AbortSignal
  readonly onBegin: (beginning: FileBeginning) => void
  readonly onBytes: (bytes: Uint8Array<ArrayBuffer>) => void
}

/**
 * Receives a file in chunks. There is no total timeout, but it fails when nothing arrives for `STALLED_MS`. Throws when the
 * connection ends early, so that an incomplete file is never used.
 */
export async function receiveFile<E extends Endpoint>(
  endpoint: E,
  call: Call<E>,
  { signal, onBegin, onBytes }: FileReceiver,
): Promise<void> {
  const stalled = new AbortController()
  let timer = window.setTimeout(() => stalled.abort(), STALLED_MS)
  const alive = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => stalled.abort(), STALLED_MS)
  }
  try {
    const response = await ask(endpoint, call, AbortSignal.any([signal, stalled.signal]))
    onBegin(beginningOf(response.headers))
    const reader = response.body?.getReader()
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
      alive()
      onBytes(piece.value)
    }
  } catch (cause) {
    throw lostConnection(cause, signal)
  } finally {
    window.clearTimeout(timer)
  }
}

/** Saves what a call replies, after all of it has arrived. `nameOf` gets the server's name for it. */
export async function downloadFile<E extends Endpoint>(
  endpoint: E,
  call: Call<E>,
  type: string,
  nameOf: (given: string | undefined) => string,
): Promise<void> {
  const file = createFileDownload(type)
  let given: string | undefined
  await receiveFile(endpoint, call, {
    signal: new AbortController().signal,
    onBegin: ({ name }) => {
      given = name
    },
    onBytes: file.add,
  })
  file.save(nameOf(given))
}

const beginningOf = (headers: Headers): FileBeginning => {
  const totalRows = Number.parseInt(headers.get('x-total-rows') ?? '', 10)
  return {
    name: /filename="?([^";]+)"?/.exec(headers.get('content-disposition') ?? '')?.[1],
    totalRows: Number.isNaN(totalRows) ? undefined : totalRows,
  }
}
