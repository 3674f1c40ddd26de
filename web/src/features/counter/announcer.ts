import type { CounterState } from '@galla/contract/counters/counter-screen'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import {
  type Announcement,
  announcementsOf,
  type Memory,
  newMemory,
  nextSince,
  withSpoken,
} from './announcements.ts'
import { readMemory, writeMemory } from './device-memory.ts'
import { LOST_SENTENCES } from './lost-sentences.ts'
import { ring, speak, spokenLanguage } from './speaker.ts'
import { receivedSentence, summarySentence } from './spoken-amount.ts'

/** Of the tabs of one device only one speaks at a time, and the next one finds what it has spoken. */
const alone = async (work: () => Promise<void>): Promise<void> => {
  if ('locks' in navigator) await navigator.locks.request('galla-counter-speech', work)
  else await work()
}

const sentenceOf = ({ creditIds, amount, isSummary }: Announcement, { counter }: CounterState) => {
  const language = spokenLanguage(counter.language)
  const textLanguage = language ?? counter.language
  const text = isSummary
    ? summarySentence(creditIds.length, amount, textLanguage)
    : receivedSentence(amount, textLanguage)
  return { language, text }
}

/** An alarm, then its sentence: at once, but not into a sentence about a payment. */
export const sayLost = (wanted: PageLanguage): Promise<void> => {
  ring('lost')
  const language = spokenLanguage(wanted)
  return alone(() => speak(LOST_SENTENCES[language ?? wanted], language, () => {}))
}

export interface Heard extends Announcement {
  /** Undefined where no voice spoke: the chime is to ring. */
  readonly spokenIn: PageLanguage | undefined
}

export interface Announcer {
  /** From where on news are needed; undefined until the first state was seen. */
  readonly since: () => string | undefined
  readonly show: (state: CounterState) => void
  /** Sound is allowed from now on. */
  readonly start: () => void
}

/** Speaks each payment once: what was begun is remembered on the device before the next one, so a reload repeats and misses nothing. */
export const createAnnouncer = (onHeard: (heard: Heard) => void): Announcer => {
  let memory: Memory | undefined
  /** Undefined when all of it was spoken. */
  let latest: CounterState | undefined
  let isStarted = false
  let isSpeaking = false

  /** Speaks the next announcement of the latest state. */
  const sayNext = async (): Promise<void> => {
    const state = latest
    if (state === undefined) return
    const { id } = state.counter
    // Another tab may have spoken meanwhile.
    let known = readMemory(id) ?? memory ?? newMemory(state)
    const keep = (next: Memory): void => {
      known = next
      memory = next
      writeMemory(id, next)
    }
    const [next] = announcementsOf(known, state)
    if (next === undefined) {
      keep({ ...known, since: nextSince(known, state) })
      latest = undefined
      return
    }
    const { language, text } = sentenceOf(next, state)
    await speak(text, language, (isHeard) => {
      keep(withSpoken(known, next.creditIds))
      onHeard({ ...next, spokenIn: isHeard ? language : undefined })
    })
  }

  const sayAll = async (): Promise<void> => {
    if (isSpeaking || !isStarted) return
    isSpeaking = true
    try {
      while (latest !== undefined) await alone(sayNext)
    } finally {
      isSpeaking = false
    }
  }

  return {
    since: () => memory?.since,
    show(state) {
      if (memory === undefined) {
        // It was read without a moment, so it says nothing of an absence; the next one does.
        memory = readMemory(state.counter.id) ?? newMemory(state)
        writeMemory(state.counter.id, memory)
        return
      }
      latest = state
      void sayAll()
    },
    start() {
      isStarted = true
      void sayAll()
    },
  }
}
