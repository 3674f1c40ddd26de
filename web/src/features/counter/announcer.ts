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
import { ring, speak, spokenLanguage } from './speaker.ts'
import { receivedSentence, summarySentence } from './spoken-amount.ts'

/** A lock across the tabs of one device, so that only one tab speaks at a time. */
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

/** Rings the alarm at once; its sentence waits for an announcement in progress. */
export const sayLost = (wanted: PageLanguage): Promise<void> => {
  ring('lost')
  const language = spokenLanguage(wanted)
  return alone(() => speak(LOST_SENTENCES[language ?? wanted], language, () => {}))
}

export interface Heard extends Announcement {
  /** Undefined when no voice spoke, so that the chime rings. */
  readonly spokenIn: PageLanguage | undefined
}

export interface Announcer {
  /** The time from which news are needed; undefined before the first state. */
  readonly since: () => string | undefined
  readonly show: (state: CounterState) => void
  /** Call it once the browser allows sound. */
  readonly start: () => void
}

/**
 * Announces each payment once. Started announcements are remembered on the device, so that a reload neither repeats nor misses one.
 */
export const createAnnouncer = (onHeard: (heard: Heard) => void): Announcer => {
  let memory: Memory | undefined
  /** Undefined once all of it is announced. */
  let latest: CounterState | undefined
  let isStarted = false
  let isSpeaking = false

  /** Speaks the next announcement of the latest state. */
  const sayNext = async (): Promise<void> => {
    const state = latest
    if (state === undefined) return
    const { id } = state.counter
    // Another tab may have made an announcement meanwhile.
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
        // This state was read without a start time, so it says nothing about an absence; the next one does.
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

/** Spoken while the counter has no connection. */
const LOST_SENTENCES: Readonly<Record<PageLanguage, string>> = {
  en: 'No connection. Payments are not shown now.',
  hi: 'कनेक्शन नहीं है। अभी भुगतान नहीं दिख रहे हैं।',
  bn: 'সংযোগ নেই। এখন পেমেন্ট দেখা যাচ্ছে না।',
  mr: 'कनेक्शन नाही. सध्या पेमेंट दिसत नाहीत.',
  te: 'కనెక్షన్ లేదు. ఇప్పుడు చెల్లింపులు కనిపించడం లేదు.',
  ta: 'இணைப்பு இல்லை. இப்போது பணம் வந்தது தெரியாது.',
  gu: 'કનેક્શન નથી. હમણાં પેમેન્ટ દેખાતાં નથી.',
  ur: 'کنکشن نہیں ہے۔ ابھی ادائیگیاں نہیں دکھ رہی ہیں۔',
  kn: 'ಸಂಪರ್ಕ ಇಲ್ಲ. ಈಗ ಪಾವತಿಗಳು ಕಾಣುತ್ತಿಲ್ಲ.',
  or: 'ସଂଯୋଗ ନାହିଁ। ଏବେ ପେମେଣ୍ଟ ଦେଖାଯାଉ ନାହିଁ।',
  ml: 'കണക്ഷൻ ഇല്ല. ഇപ്പോൾ പേയ്‌മെന്റുകൾ കാണില്ല.',
  pa: 'ਕਨੈਕਸ਼ਨ ਨਹੀਂ ਹੈ। ਹੁਣ ਪੇਮੈਂਟ ਨਹੀਂ ਦਿਸ ਰਹੇ।',
  as: 'সংযোগ নাই। এতিয়া পেমেণ্ট দেখা নাযায়।',
}
