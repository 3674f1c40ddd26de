import { Duplex, type Writable } from 'node:stream'
import { systemClock, type Timer } from '../../platform/clock.ts'

/** The end of a connection that another process holds, for a client that expects a socket. */
export class RelayedSocket extends Duplex {
  readonly #send: (bytes: Uint8Array) => void
  readonly #closed: () => void
  #parser: Writable | undefined
  #quietMsMax = 0
  #quiet: Timer | undefined

  constructor(send: (bytes: Uint8Array) => void, closed: () => void) {
    super({ allowHalfOpen: false })
    this.#send = send
    this.#closed = closed
  }

  /** True while the client still parses what it got. */
  get isBusy(): boolean {
    if (this.destroyed || this.#parser?.destroyed === true) return false
    return this.readableLength > 0 || (this.#parser?.writableLength ?? 0) > 0
  }

  feed(bytes: Uint8Array): void {
    if (this.destroyed) return
    this.#touch()
    this.push(bytes)
  }

  /** The other end closed the connection; with an error's code if it broke. */
  cut(code: string): void {
    if (code === '') this.push(null)
    else this.destroy(Object.assign(new Error(code), { code }))
  }

  /** As a socket's: emits `timeout` after this time without traffic. */
  setTimeout(ms: number): this {
    this.#quietMsMax = ms
    this.#touch()
    return this
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T, options?: { end?: boolean }): T {
    this.#parser = destination as unknown as Writable
    return super.pipe(destination, options)
  }

  override _read(): void {
    // Pieces come by `feed`, the next one after the last was parsed.
  }

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.#touch()
    this.#send(piece)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#quiet?.stop()
    this.#closed()
    done(error)
  }

  #touch(): void {
    this.#quiet?.stop()
    if (this.#quietMsMax > 0)
      this.#quiet = systemClock.after(this.#quietMsMax, () => void this.emit('timeout'))
  }
}
