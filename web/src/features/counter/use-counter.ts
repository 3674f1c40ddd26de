import type { CounterState } from '@galla/contract/counters/counter-screen'
import { useEffect, useRef, useState } from 'react'
import { type Announcer, createAnnouncer, type Heard, sayLost } from './announcer.ts'
import { type CounterConnection, connectCounter } from './counter-connection.ts'
import { ring } from './speaker.ts'

/** How often the alarm repeats while the connection is lost. */
const ALARM_MS = 20_000

interface Counter {
  /** Undefined before the first response. */
  readonly state: CounterState | undefined
  readonly isLoggedOut: boolean
  readonly isLost: boolean
  /** The last announcement, to be shown on the screen. */
  readonly heard: Heard | undefined
  readonly read: () => void
}

/** The counter's state and its announcements: each payment is announced once, when `isStarted` allows sound. */
export function useCounter(isStarted: boolean): Counter {
  const [state, setState] = useState<CounterState>()
  const [isLoggedOut, setLoggedOut] = useState(false)
  const [isLost, setLost] = useState(false)
  const [heard, setHeard] = useState<Heard>()
  const connection = useRef<CounterConnection>(undefined)
  const announcer = useRef<Announcer>(undefined)

  useEffect(() => {
    const speaking = createAnnouncer((next) => {
      if (next.spokenIn === undefined) ring('received')
      setHeard(next)
    })
    const opened = connectCounter({
      since: speaking.since,
      onState: (next) => {
        const isFirst = speaking.since() === undefined
        speaking.show(next)
        setState(next)
        if (isFirst) opened.read()
      },
      onLoggedOut: () => setLoggedOut(true),
      onLost: setLost,
    })
    connection.current = opened
    announcer.current = speaking
    return opened.stop
  }, [])

  useEffect(() => {
    if (isStarted) announcer.current?.start()
  }, [isStarted])

  const language = state?.counter.language ?? 'en'
  useEffect(() => {
    if (!isLost || !isStarted) return
    const alarm = (): void => void sayLost(language)
    alarm()
    const again = window.setInterval(alarm, ALARM_MS)
    return () => window.clearInterval(again)
  }, [isLost, isStarted, language])

  return { state, isLoggedOut, isLost, heard, read: () => connection.current?.read() }
}
