import type { PageLanguage } from '@galla/contract/payment-page/page-languages'

/** A working voice starts within this time; otherwise the chime rings. */
const VOICE_STARTS_MS = 1_500
/** Some browsers never report the end of a sentence. */
const SENTENCE_MS_MAX = 15_000

let audio: AudioContext | undefined
/** In the seconds of `audio`. */
let silentFrom = 0

/** Browsers allow sound only after the user has touched the page. */
export const unlockSound = (): void => {
  audio ??= 'AudioContext' in window ? new AudioContext() : undefined
  void audio?.resume().then(rest)
}

/** A counter stands open all day, and sound that is ready costs battery while nothing is heard. */
const rest = (): void => {
  if (audio !== undefined && audio.currentTime >= silentFrom) void audio.suspend()
}

const TUNES = { received: [660, 880], lost: [440, 330, 440, 330] } as const

/** Two rising notes for money, four falling notes for a lost connection. */
export const ring = (tune: keyof typeof TUNES): void => {
  if (audio === undefined) return
  void audio.resume()
  for (const [n, frequency] of TUNES[tune].entries()) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    const from = audio.currentTime + n * 0.22
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.5, from)
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.4)
    tone.connect(volume).connect(audio.destination)
    tone.onended = rest
    tone.start(from)
    tone.stop(from + 0.4)
    silentFrom = Math.max(silentFrom, from + 0.4)
  }
}

const speech = (): SpeechSynthesis | undefined =>
  'speechSynthesis' in window ? window.speechSynthesis : undefined

const languageOf = ({ lang }: SpeechSynthesisVoice): string | undefined =>
  lang.toLowerCase().split(/[-_]/, 1)[0]

/**
 * The language that a voice of this device can speak: the wanted one, else English, else Hindi. Voices may load late or never.
 */
export const spokenLanguage = (wanted: PageLanguage): PageLanguage | undefined => {
  const synthesis = speech()
  if (synthesis === undefined) return undefined
  const voices = synthesis.getVoices()
  if (voices.length === 0) return wanted
  return ([wanted, 'en', 'hi'] as const).find((language) =>
    voices.some((voice) => languageOf(voice) === language),
  )
}

/**
 * Speaks a sentence and resolves when it ends. Calls `onStart` once: when a voice starts, or when it is clear that none will, such
 * as one that ends before it starts.
 */
export const speak = (
  text: string,
  language: PageLanguage | undefined,
  onStart: (isHeard: boolean) => void,
): Promise<void> =>
  new Promise((resolve) => {
    let hasStarted = false
    const start = (isHeard: boolean): void => {
      if (hasStarted) return
      hasStarted = true
      onStart(isHeard)
    }
    const synthesis = speech()
    if (synthesis === undefined || language === undefined) {
      start(false)
      return resolve()
    }
    const sentence = new SpeechSynthesisUtterance(text)
    sentence.lang = `${language}-IN`
    sentence.rate = 0.95
    const voices = synthesis.getVoices().filter((voice) => languageOf(voice) === language)
    const voice = voices.find(({ lang }) => /[-_]in$/i.test(lang)) ?? voices[0]
    if (voice !== undefined) sentence.voice = voice
    const end = (): void => {
      window.clearTimeout(late)
      window.clearTimeout(tooLong)
      start(false)
      resolve()
    }
    const late = window.setTimeout(() => {
      if (hasStarted) return
      synthesis.cancel()
      end()
    }, VOICE_STARTS_MS)
    const tooLong = window.setTimeout(end, SENTENCE_MS_MAX)
    sentence.onstart = () => start(true)
    sentence.onend = end
    sentence.onerror = end
    synthesis.speak(sentence)
  })
