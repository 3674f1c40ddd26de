import { Client } from 'undici'

export interface EventStream {
  close(): Promise<void>
}

interface StreamOptions {
  readonly path: string
  readonly headers?: Record<string, string>
  readonly localAddress?: string
}

/** Listens to an event stream on a separate connection; resolves with the first event of this name. */
export const openEventStream = (
  origin: string,
  { path, headers, localAddress }: StreamOptions,
  name: string,
  onEvent: (data: string) => void,
): Promise<EventStream> =>
  new Promise((resolve, reject) => {
    const client = new Client(origin, { bodyTimeout: 0, ...(localAddress && { localAddress }) })
    const stream = { close: () => client.destroy() }
    const event = new RegExp(`^event: ${name}\ndata: (.*)$`, 'gm')
    let rest = ''
    client.dispatch(
      { path, method: 'GET', headers: { accept: 'text/event-stream', ...headers } },
      {
        onRequestStart() {},
        onResponseStart(_controller, status) {
          if (status !== 200) reject(new Error(`the stream answered ${status}`))
        },
        onResponseData(_controller, chunk) {
          const whole = rest + chunk.toString('utf8')
          const end = whole.lastIndexOf('\n\n') + 2
          rest = end < 2 ? whole : whole.slice(end)
          if (end < 2) return
          for (const [, data = ''] of whole.slice(0, end).matchAll(event)) {
            onEvent(data)
            resolve(stream)
          }
        },
        onResponseEnd() {
          reject(new Error('the stream ended'))
        },
        onResponseError(_controller, error) {
          reject(error)
        },
      },
    )
  })
